"""Runs what README.md and docs/ show, and compares it with what they claim.

    docs_test.py PLYFORGE [--long] [PAGE...]

Blocks of code are read by their language:

    ```console   commands after `$ `, each with the output that it must have; stderr is a part of it
    ```sh        commands that must succeed; their output is not looked at
    ```cpp       each line must be one of the examples in tests/install, which are built and run
    ```cmake     the same

In an output, a line of `...` stands for any lines, and `...` within a line for any text. Times, rates and sizes of memory are not
compared. The blocks of a page run in the page's own folder, one after the other. A command `plyforge serve` stays in
the background until the page ends, on a free port.

A comment above a block says what is special about it:

    <!-- run: long -->             only with --long
    <!-- run: never, REASON -->    not run
    <!-- run: needs COMMAND -->    not run where this command is not installed
    <!-- run: exit N -->           the exit code of the last command
    <!-- run: file NAME -->        no commands: the text of a file in the page's folder
    <!-- run: before COMMAND -->   run first, and not shown

Whether they are run or not, the verbs and options of all commands must exist. Links within the project must lead somewhere, each page
of docs/ must be reachable, and its list of contents must be that of its headings.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
MOST_LINES_OF_README = 125
SECONDS_A_BLOCK = 600
DOCS_ADDRESS = "127.0.0.1:8080"


@dataclasses.dataclass
class Block:
    page: pathlib.Path
    line: int  # of the first line within
    language: str
    text: str
    notes: list  # of (word, rest), from the comments above

    def note(self, word):
        return next((rest for name, rest in self.notes if name == word), None)

    def where(self):
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks_of(page):
    blocks, notes, fence = [], [], None
    for number, line in enumerate(page.read_text().split("\n"), 1):
        if fence is not None:
            if line.strip() == "```":
                blocks.append(Block(page, start, fence, "".join(text), notes))
                notes, fence = [], None
            else:
                text.append(line + "\n")
        elif match := re.fullmatch(r"```(\w*)", line.strip()):
            fence, start, text = match[1], number + 1, []
        elif match := re.fullmatch(r"<!-- run: (\w+),? ?(.*?) ?-->", line):
            notes.append((match[1], match[2]))
        elif line.strip():
            notes = []
    return blocks


# What is compared

def normalised(line):
    """The line with what differs from run to run replaced, and blanks that only align replaced by one."""
    line = re.sub(r'("(?:\w*seconds|nps|peak_\w*bytes|created|started|ended|updated)":)("[^"]*"|[\d.e+-]+)', r"\1TIME", line)
    line = re.sub(r"\b\d+(?:\.\d+)? [kMGT]?/s", "RATE", line)
    line = re.sub(r"\b\d+\.\d{3,}\b", "TIME", line)
    line = re.sub(r"\b\d+(?:\.\d+)? [KMGT]iB\b", "MEMORY", line)
    return re.sub(r"[ \t]+", " ", line).strip()


def pattern_of(claimed):
    """A regular expression of the outputs that a page's claim stands for."""
    pattern = ""
    for line in claimed:
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*?".join(re.escape(part) for part in normalised(line).split("...")) + r"\n"
    return re.compile(pattern)


def agrees(claimed, printed):
    return pattern_of(claimed).fullmatch("".join(normalised(line) + "\n" for line in printed))


def commands_of(block):
    """Pairs of a command and the lines that it is said to print."""
    commands = []
    for line in block.text.splitlines():
        if commands and commands[-1][0].endswith("\\") and not commands[-1][1]:
            commands[-1][0] += "\n" + line
        elif line.startswith("$ "):
            commands.append([line[2:], []])
        elif commands:
            commands[-1][1].append(line)
        else:
            raise AssertionError(f"{block.where()}: a console block begins with `$ `")
    return commands


class Shell:
    """Runs the commands of a page in a folder of its own."""

    def __init__(self, plyforge):
        self.folder = tempfile.TemporaryDirectory(prefix="plyforge-docs-")
        self.plyforge = plyforge
        self.address = DOCS_ADDRESS
        self.server = None
        path = f"{pathlib.Path(plyforge).parent}:{os.environ['PATH']}:/usr/games"
        self.environment = {**os.environ, "PATH": path, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1", "LC_ALL": "C.UTF-8"}

    def run(self, command):
        done = subprocess.run(["bash", "-c", command.replace(DOCS_ADDRESS, self.address)], cwd=self.folder.name,
                              env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=SECONDS_A_BLOCK)
        return done.returncode, done.stdout.decode(errors="replace").replace(self.address, DOCS_ADDRESS)

    def serve(self, command):
        """Starts a server and returns the line in which it says where it listens."""
        arguments = command.split()[1:] + ["--port", "0"]
        self.server = subprocess.Popen([self.plyforge, *arguments], cwd=self.folder.name, env=self.environment,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.server.stdout.readline()
        self.address = line.split("http://")[-1].strip()
        return line.replace(self.address, DOCS_ADDRESS)

    def end(self):
        if self.server:
            self.server.terminate()
            self.server.wait(20)
            self.server.stdout.close()
        self.folder.cleanup()


def check_command(shell, block, command, claimed, exit_code):
    if command.startswith("plyforge serve"):
        code, printed = exit_code, shell.serve(command)
    else:
        code, printed = shell.run(command)
    faults = []
    if code != exit_code:
        faults.append(f"exit code {code}, expected {exit_code}")
    if not agrees(claimed, printed.splitlines()):
        faults.append("the page claims:\n" + "\n".join(claimed) + "\n  but printed was:\n" + printed)
    return [f"{block.where()}: $ {command}\n  {fault}" for fault in faults]


def run_block(shell, block, printed_by):
    """What is wrong with a block; what its commands printed is added to `printed_by`."""
    if name := block.note("file"):
        (pathlib.Path(shell.folder.name) / name).write_text(block.text)
        return []
    if command := block.note("before"):
        code, printed = shell.run(command)
        if code != 0:
            return [f"{block.where()}: {command}: exit code {code}\n{printed}"]
    exit_code = int(block.note("exit") or 0)
    if block.language == "console":
        commands = commands_of(block)
        return [fault for i, (command, claimed) in enumerate(commands)
                for fault in check_command(shell, block, command, claimed, exit_code if i + 1 == len(commands) else 0)]
    code, printed = shell.run("set -eo pipefail\n" + block.text)
    printed_by.append(printed)
    return [] if code == exit_code else [f"{block.where()}: exit code {code}, expected {exit_code}\n{printed}"]


def to_be_run(block, long):
    if block.note("never") is not None or (block.note("long") is not None and not long):
        return False
    needed = block.note("needs")
    return not needed or shutil.which(needed, path=os.environ["PATH"] + ":/usr/games") is not None


def run_page(plyforge, page, long):
    """The number of blocks that ran, the faults found, and what blocks of sh printed."""
    shell = Shell(plyforge)
    printed = []
    blocks = [block for block in blocks_of(page)
              if (block.language in ("console", "sh") or block.note("file")) and to_be_run(block, long)]
    try:
        faults = [fault for block in blocks for fault in run_block(shell, block, printed)]
        return len(blocks), faults, "".join(printed)
    finally:
        shell.end()


# What is only read

class Help:
    """The options of each verb, by --help."""

    def __init__(self, plyforge):
        self.plyforge = plyforge
        self.texts = {}
        self.lock = threading.Lock()

    def text(self, verb):
        with self.lock:
            if verb not in self.texts:
                done = subprocess.run([self.plyforge, *verb.split(), "--help"], capture_output=True, text=True)
                self.texts[verb] = done.stdout if done.returncode == 0 else ""
            return self.texts[verb]

    def verbs(self, verb=""):
        part = self.text(verb).partition("\nSubcommands:\n")[2].partition("\n\n")[0]
        return re.findall(r"^  (\w+) ", part, re.MULTILINE)

    def knows(self, verb, option):
        return re.search(rf"^ +(?:\S*,)?{re.escape(option)}(?![\w-])", self.text(verb), re.MULTILINE) is not None


def check_use(help_of, words):
    """What is wrong with `plyforge WORDS...`, as far as its verb and its options tell."""
    verb = words[0] if words and re.fullmatch(r"[a-z]+", words[0]) else ""
    if verb and verb not in help_of.verbs():
        return [f"there is no verb {verb}"]
    rest = words[1:] if verb else words
    if verb and help_of.verbs(verb) and rest and re.fullmatch(r"[a-z]+", rest[0]):
        if rest[0] not in help_of.verbs(verb):
            return [f"there is no verb {verb} {rest[0]}"]
        verb, rest = f"{verb} {rest[0]}", rest[1:]
    options = [word.partition("=")[0] for word in rest if re.match(r"--[a-z]", word)]
    return [f"plyforge {verb} has no {option}" for option in options
            if option != "--help" and not help_of.knows(verb, option)]


def uses_of(text):
    """The words after each `plyforge` in a text, up to the end of that command."""
    text = re.sub(r"\\\n", " ", text)
    for match in re.finditer(r"(?<![\w./-])plyforge((?: +(?:\"[^\"]*\"|'[^']*'|[^\s|;&<>#\"'()`]+))+)", text):
        yield re.sub(r"\"[^\"]*\"|'[^']*'", "TEXT", match[1]).split()


def check_uses(page, help_of):
    faults = []
    for block in blocks_of(page):
        if block.language == "console":
            text = "\n".join(command for command, _ in commands_of(block))
        elif block.language in ("sh", "yaml"):
            text = block.text
        else:
            continue
        for words in uses_of(text):
            faults += [f"{block.where()}: {fault}" for fault in check_use(help_of, words)]
    every_verb = [""] + [name for verb in help_of.verbs() for name in (verb, *(f"{verb} {v}" for v in help_of.verbs(verb)))]
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    for span in re.findall(r"`([^`]+)`", text):
        if span.startswith("plyforge "):
            faults += [f"{page.name}: `{span}`: {fault}" for words in uses_of(span) for fault in check_use(help_of, words)]
        elif option := re.match(r"--[a-z][\w-]*", span):
            if not any(help_of.knows(verb, option[0]) for verb in every_verb):
                faults.append(f"{page.name}: no verb has `{option[0]}`")
    return faults


def check_examples(page):
    """Lines of C++ and CMake are those of the examples that the tests build."""
    sources = "".join(file.read_text() for file in sorted((ROOT / "tests/install").iterdir()) if file.is_file())
    lines = {line.strip() for line in sources.splitlines()}
    return [f"{block.where()}: not in tests/install: {line}" for block in blocks_of(page) if block.language in ("cpp", "cmake")
            for line in block.text.splitlines() if line.strip() and line.strip() not in lines]


def anchor_of(heading):
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def headings_of(page, levels):
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    return [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", match[1])
            for match in re.finditer(rf"^#{levels} (.*)$", text, re.MULTILINE)]


def links_of(page):
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r"<img[^>]* src=\"([^\"]+)\"", text)


def check_links(page):
    faults = []
    for link in links_of(page):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            faults.append(f"{page.relative_to(ROOT)}: {link} leads nowhere")
        elif anchor and anchor not in map(anchor_of, headings_of(target, "{1,6}")):
            faults.append(f"{page.relative_to(ROOT)}: {link}: there is no such heading")
    return faults


def check_contents(page):
    """A page of docs/ with several sections begins with a list of them."""
    headings = headings_of(page, "{2}")
    before = page.read_text().partition("\n## ")[0]
    listed = re.findall(r"^- \[[^\]]*\]\(#([^)]+)\)", before, re.MULTILINE)
    expected = list(map(anchor_of, headings))
    if page.parent.name != "docs" or page.name == "README.md" or (len(headings) < 2 and not listed) or listed == expected:
        return []
    return [f"{page.relative_to(ROOT)}: the contents are {listed}, the headings {expected}"]


def check_reachable():
    linked = {(page.parent / link.partition("#")[0]).resolve() for page in PAGES[:1] + [ROOT / "docs/README.md"]
              for link in links_of(page)}
    return [f"{page.name}: README.md and docs/README.md do not link to it" for page in PAGES[1:]
            if page.name != "README.md" and page.resolve() not in linked]


def check_length():
    lines = len((ROOT / "README.md").read_text().splitlines())
    return [f"README.md has {lines} lines, more than {MOST_LINES_OF_README}"] if lines > MOST_LINES_OF_README else []


# The names of fields

def keys_of(value):
    if isinstance(value, dict):
        return set(value) | set().union(*map(keys_of, value.values()))
    return set().union(*map(keys_of, value)) if isinstance(value, list) else set()


def check_fields(printed):
    """Each field of JSON that the commands of docs/json.md print is explained there."""
    page = ROOT / "docs/json.md"
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", page.read_text()))))
    fields = set().union(*(keys_of(json.loads(line)) for line in printed.splitlines() if line.startswith("{")))
    fields = {re.sub(r"_\d+$", "_N", field) for field in fields if not re.fullmatch(r"\d+|[a-h][1-8][a-h][1-8]\w?", field)}
    words = {word for field in fields for word in re.findall(r"\w+", field)}
    if not words:
        return ["the commands of docs/json.md print no JSON"]
    return [f"docs/json.md does not explain the field {word}" for word in sorted(words - named)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("plyforge", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--long", action="store_true")
    parser.add_argument("pages", nargs="*", type=lambda path: pathlib.Path(path).resolve())
    arguments = parser.parse_args()
    pages = arguments.pages or PAGES
    help_of = Help(arguments.plyforge)
    faults = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = {page: pool.submit(run_page, arguments.plyforge, page, arguments.long) for page in pages}
        for page in pages:
            faults += check_uses(page, help_of) + check_examples(page) + check_contents(page)
        others = ["CONTRIBUTING.md", "bench/*.md", "src/README.md", "cuda/README.md", "host/README.md", "host/service/page/README.md"]
        for page in pages if arguments.pages else pages + [page for name in others for page in sorted(ROOT.glob(name))]:
            faults += check_links(page)
        if not arguments.pages:
            faults += check_reachable() + check_length()
        blocks = 0
        for page, run in runs.items():
            number, found, printed = run.result()
            blocks += number
            faults += found
            if page.name == "json.md":
                faults += check_fields(printed)
    for fault in dict.fromkeys(faults):
        print(fault)
    print(f"{len(pages)} pages, {blocks} blocks run, {len(faults)} faults")
    return 1 if faults or not blocks else 0


if __name__ == "__main__":
    sys.exit(main())
