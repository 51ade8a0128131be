// One import gives a test what it needs: the architecture, and the kit.
@_exported import Elmwood
@_exported import struct ElmwoodPageTree.TestFile
