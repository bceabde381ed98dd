"""Listens in on a server: `listen_in.py FILE COMMAND…` starts the command and passes its standard streams through,
and writes every line to the file, with `>` before what the client sends and `<` before what the server sends."""

import subprocess
import sys
import threading

log = open(sys.argv[1], "wb", buffering=0)
child = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def pass_on(mark, source, target):
    for line in source:
        log.write(mark + line)
        target.write(line)
        target.flush()
    target.close()


threading.Thread(target=pass_on, args=(b">", sys.stdin.buffer, child.stdin), daemon=True).start()
pass_on(b"<", child.stdout, sys.stdout.buffer)
sys.exit(child.wait())
