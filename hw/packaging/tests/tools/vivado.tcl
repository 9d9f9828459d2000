# Runs a script for Vivado, or a file of constraints, without Vivado: every command that they may use is recorded, a line each, its words
# apart by tabs; any other is an error, and so is a property that Vivado's object of that kind has not. Objects are recorded as KIND:NAME.
#
#   tclsh vivado.tcl FILE [ARGUMENT ...]

proc record {args} {
    puts [join [lmap word $args { string map {\t { } \n { }} $word }] \t]
}

# A command with these options: their values, or whether they are there, in a dictionary; and the other words.
proc words {command options flags arguments} {
    set found [dict create]
    set rest {}
    while {[llength $arguments]} {
        set arguments [lassign $arguments word]
        if {$word in $flags} {
            dict set found $word true
        } elseif {$word in $options} {
            set arguments [lassign $arguments value]
            dict set found $word $value
        } elseif {[string match -* $word]} {
            error "$command has no option $word"
        } else {
            lappend rest $word
        }
    }
    return [list $found $rest]
}

# Commands: options with a value, options without, least and most other words, and the kind of object that they return.
foreach {command options flags least most kind} {
    create_project {-part} {-force -in_memory} 0 2 project
    close_project {} {-delete} 0 0 {}
    add_files {-fileset} {-norecurse} 1 1 file
    get_files {} {-quiet} 1 1 file
    get_ports {} {-quiet} 1 1 port
    get_clocks {-of_objects} {-quiet} 0 1 clock
    get_cells {} {-quiet} 1 1 cells
    set_max_delay {-from -to} {-datapath_only} 1 1 {}
    set_bus_skew {-from -to} {} 1 1 {}
    create_clock {-name -period -waveform} {-add} 1 1 clock
    set_false_path {-from -to} {} 0 0 {}
    set_clock_groups {-group} {-asynchronous} 0 0 {}
    current_fileset {} {} 0 0 fileset
    update_compile_order {-fileset} {} 0 0 {}
    ipx::package_project {-root_dir -vendor -library -taxonomy -set_current} {-import_files} 0 0 core
    ipx::current_core {} {} 0 0 core
    ipx::associate_bus_interfaces {-busif -clock} {} 1 1 {}
    ipx::get_memory_maps {-of_objects} {} 0 1 map
    ipx::get_bus_interfaces {-of_objects} {} 1 1 bus
    ipx::add_memory_map {} {-quiet} 2 2 map
    ipx::remove_memory_map {} {} 2 2 {}
    ipx::add_address_block {} {-quiet} 2 2 block
    ipx::add_register {} {-quiet} 2 2 register
    ipx::add_field {} {-quiet} 2 2 field
    ipx::create_xgui_files {} {} 1 1 {}
    ipx::update_checksums {} {} 1 1 {}
    ipx::check_integrity {} {-quiet} 1 1 {}
    ipx::save_core {} {} 1 1 {}
} {
    namespace eval [namespace qualifiers ::$command] {}
    proc ::$command {args} [string map [list %COMMAND $command %OPTIONS $options %FLAGS $flags %LEAST $least %MOST $most %KIND $kind] {
        lassign [words {%COMMAND} {%OPTIONS} {%FLAGS} $args] found rest
        if {[llength $rest] < %LEAST || [llength $rest] > %MOST} {
            error "%COMMAND takes %LEAST to %MOST words, and got $rest"
        }
        record {%COMMAND} {*}$rest {*}$found
        if {"%KIND" eq ""} return
        return "%KIND:[lindex $rest 0]"
    }]
}

# Properties that may be set, and those that may be read, of each kind of object. The packager's objects are those of IEEE 1685-2009: a
# register has a value after reset, and a field has none.
set settable {
    core {name version display_name description}
    bus {slave_memory_map_ref}
    block {usage base_address range width}
    register {address_offset size access reset_value description}
    field {bit_offset bit_width access description}
    file {used_in scoped_to_ref processing_order}
    fileset {top}
}
set readable {
    map {name}
    clock {period}
}

# An error unless objects of this kind have the property. Vivado does not tell upper case from lower.
proc has_property {properties name object} {
    set kind [lindex [split $object :] 0]
    if {![dict exists $properties $kind] || [string tolower $name] ni [dict get $properties $kind]} {
        error "a $kind has no property $name"
    }
}

proc set_property {name value object} {
    has_property $::settable $name $object
    record set_property $name $value $object
}

proc get_property {name object} {
    has_property $::readable $name $object
    return "$name of $object"
}

set argv [lassign $argv file]
set argc [llength $argv]
source $file
