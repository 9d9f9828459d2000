def cuts(arguments, folder): return 0
