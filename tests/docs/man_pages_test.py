"""Makes the man pages and looks at them as the tools of man do, where these are installed.

    man_pages_test.py PLYFORGE MAN_PAGES_SCRIPT
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PLYFORGE, SCRIPT = sys.argv[1:3]
OF_MANDOC = "error"  # its warnings are about dates and the length of lines


def help_of(*verb):
    return subprocess.run([PLYFORGE, *verb, "--help"], check=True, capture_output=True, text=True).stdout


def verbs_of(*verb):
    return re.findall(r"^  (\w+) ", help_of(*verb).partition("\nSubcommands:\n")[2].partition("\n\n")[0], re.MULTILINE)


def options_of(*verb):
    return re.findall(r"^  (?:-\w, ?)?(--[a-z0-9-]+)", help_of(*verb), re.MULTILINE)


def check(folder):
    verbs = [()] + [verb for name in verbs_of() for verb in ((name,), *((name, below) for below in verbs_of(name)))]
    expected = {"-".join(("plyforge",) + verb) + ".1": verb for verb in verbs}
    pages = {page.name: page for page in folder.iterdir()}
    faults = [f"no page for {' '.join(expected[name])}" for name in expected.keys() - pages.keys()]
    faults += [f"{name} is of no verb" for name in pages.keys() - expected.keys()]
    for name in expected.keys() & pages.keys():
        text = pages[name].read_text().replace("\\-", "-")
        faults += [f"{name} lacks {option}" for option in options_of(*expected[name]) if option not in text]
        faults += [f"{name} has no {section}" for section in ("NAME", "SYNOPSIS", "OPTIONS", "SEE ALSO")
                   if not re.search(rf'^\.SH "?{section}"?$', text, re.MULTILINE)]
    names = sorted(map(str, pages.values()))
    for tool, *arguments in (("groff", "-man", "-Kutf8", "-ww", "-z", "-Tutf8"), ("lexgrog",), ("mandoc", "-Tlint", f"-W{OF_MANDOC}")):
        if shutil.which(tool):
            done = subprocess.run([tool, *arguments, *names], capture_output=True, text=True)
            if done.returncode != 0 or done.stderr:
                faults.append(f"{tool}: {done.stdout}{done.stderr}")
    return len(pages), faults


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([SCRIPT, PLYFORGE, folder], check=True)
        number, faults = check(pathlib.Path(folder))
    for fault in faults:
        print(fault)
    print(f"{number} pages, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
