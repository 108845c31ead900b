"""harbor: one clean timeline per parcel.

The layers, lowest first; a module imports only from layers below its own:

    config
    tracking        pure rules, no input or output
    db              every SQL statement about parcels
    billing, auth   rules that need settings or rows
    worker.queue    the job table
    notifications   mail
    api, worker     what runs as a process
"""

from __future__ import annotations

__version__ = "0.9.2"
__all__ = ["__version__"]
