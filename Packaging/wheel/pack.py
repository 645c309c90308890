"""Writes the wheel for Packaging/wheel/build: LIBRARY STORE FOLDER.

1. The library says which machine it is for, and must run where the C library is as old as the tag promises.
2. The metadata are those of pyproject.toml.
3. The archive has fixed times and modes, and the hash of each file in RECORD.
"""

import base64
import hashlib
import re
import struct
import sys
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
#: Debian 12 and whatever is newer. Python installs the wheel nowhere else.
GLIBC, GLIBCXX = (2, 36), (3, 4, 30)
MACHINES = {62: "x86_64", 183: "aarch64"}
#: Libraries that every such system has.
USUAL = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libpthread.so.0", "libdl.so.2", "librt.so.1"}
USUAL |= {"ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
MEGABYTES = 40


def main(library, store, folder):
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    image = Path(library).read_bytes()
    tag = f"py3-none-manylinux_{GLIBC[0]}_{GLIBC[1]}_{machine(image)}"
    needs_nothing_newer(image)
    name = f"{project['name']}-{project['version']}"
    path = Path(folder) / f"{name}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        record = []
        for place, contents in files(project, name, tag, image, Path(store)):
            add(archive, place, contents)
            digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).rstrip(b"=").decode()
            record.append(f"{place},sha256={digest},{len(contents)}\n")
        place = f"{name}.dist-info/RECORD"
        add(archive, place, "".join([*record, f"{place},,\n"]).encode())
    size = path.stat().st_size / 1e6
    if size > MEGABYTES:
        path.unlink()
        sys.exit(f"{path.name} has {size:.1f} MB, and may have {MEGABYTES}: strip the library, or take a smaller store")
    print(path)


def files(project, name, tag, image, store):
    """Where each file is in the wheel, and what it holds."""
    for source in sorted((HERE / "src/geocode").glob("*.py")):
        yield f"geocode/{source.name}", source.read_bytes()
    yield "geocode/py.typed", b""
    yield "geocode/libgeocode.so", image
    contents = store.read_bytes()
    if not contents.startswith(b"SQLite format 3\0"):
        sys.exit(f"{store} is no store: give one that `geocode prepare` or `geocode import` made")
    yield "geocode/data/default.sqlite", contents
    information = f"{name}.dist-info"
    for license in ("NOTICES", "LICENSE-ODbL", "README.md"):
        yield f"geocode/data/{license}", (ROOT / "data" / license).read_bytes()
    yield f"{information}/licenses/LICENSE", (ROOT / "LICENSE").read_bytes()
    yield f"{information}/licenses/data/NOTICES", (ROOT / "data/NOTICES").read_bytes()
    yield f"{information}/licenses/data/LICENSE-ODbL", (ROOT / "data/LICENSE-ODbL").read_bytes()
    yield f"{information}/METADATA", metadata(project).encode()
    wheel = f"Wheel-Version: 1.0\nGenerator: geocode ({project['version']})\nRoot-Is-Purelib: false\nTag: {tag}\n"
    yield f"{information}/WHEEL", wheel.encode()


def metadata(project):
    """https://packaging.python.org/en/latest/specifications/core-metadata/"""
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}"]
    lines += [f"Summary: {project['description']}", f"Keywords: {','.join(project['keywords'])}"]
    lines += [f"License: {project['license']['text']}", f"Requires-Python: {project['requires-python']}"]
    lines += [f"License-File: {name}" for name in ("LICENSE", "data/NOTICES", "data/LICENSE-ODbL")]
    for extra, needs in project["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {need} ; extra == "{extra}"' for need in needs)]
    lines += ["Description-Content-Type: text/markdown", "", (HERE / "README.md").read_text()]
    return "\n".join(lines)


def add(archive, place, contents):
    entry = zipfile.ZipInfo(place, (1980, 1, 1, 0, 0, 0))
    entry.external_attr = (0o755 if place.endswith(".so") else 0o644) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, contents, compresslevel=9)


# The library


def machine(image):
    """The machine that a library is for, as tags of wheels call it."""
    if image[:6] != b"\x7fELF\x02\x01" or len(image) < 64:
        sys.exit("the library is no ELF file of 64 bits")
    (number,) = struct.unpack_from("<H", image, 18)
    if number not in MACHINES:
        sys.exit(f"the library is for the machine {number} of ELF: only {', '.join(MACHINES.values())} have a tag here")
    return MACHINES[number]


def needs_nothing_newer(image):
    """Ends with a message if the library does not run on systems of the tag."""
    strange = sorted(needed(image) - USUAL)
    if strange:
        sys.exit(f"the library needs {', '.join(strange)}, which other systems may not have: link them statically")
    for prefix, newest in ((b"GLIBC", GLIBC), (b"GLIBCXX", GLIBCXX)):
        found = re.findall(prefix + rb"_(\d+(?:\.\d+)+)\0", image)
        versions = [tuple(map(int, text.split(b"."))) for text in found]
        if versions and max(versions) > newest:
            said, promised = (".".join(map(str, version)) for version in (max(versions), newest))
            sys.exit(f"the library needs {prefix.decode()} {said}, newer than the {promised} of the tag: build it on Debian 12")


def needed(image):
    """The libraries that it names (DT_NEEDED)."""
    start, size, count = struct.unpack_from("<Q", image, 40)[0], *struct.unpack_from("<HH", image, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", image, start + index * size) for index in range(count)]
    names = set()
    for section in sections:
        if section[1] == 6:
            texts = sections[section[6]][4]
            for place in range(section[4], section[4] + section[5], 16):
                kind, value = struct.unpack_from("<qQ", image, place)
                if kind == 1:
                    names.add(image[texts + value : image.index(b"\0", texts + value)].decode())
    return names


main(*sys.argv[1:])
