from ademem_tui.engine.gate.wording import *  # noqa
