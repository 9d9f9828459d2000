def resumed(arguments, folder): return 0
