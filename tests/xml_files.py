"""Small files of each format of XML, as people write them."""

WMT = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="wmt22">
  <collection id="general">
    <doc id="d1" origlang="en" domain="news">
      <src lang="en"><p><seg id="1">One &amp; two</seg></p><p><seg id="2">Three</seg></p></src>
      <ref lang="de" translator="A"><p><seg id="1">Eins</seg><seg id="2">Drei</seg></p></ref>
      <ref lang="de" translator="B"><p><seg id="2">drei</seg><seg id="1">eins</seg></p></ref>
      <hyp system="ONLINE-A" language="de"><p><seg id="1">Ein</seg><seg id="2">Drei!</seg></p></hyp>
      <pe system="ONLINE-A"><p><seg id="1">Eins.</seg><seg id="2">Drei.</seg></p></pe>
    </doc>
    <doc id="d2" origlang="en" domain="social">
      <src lang="en"><p><seg id="1">Four</seg></p></src>
      <ref lang="de" translator="A"><p><seg id="1">Vier</seg></p></ref>
      <hyp system="ONLINE-A" language="de"><p><seg id="1">Vir</seg></p></hyp>
    </doc>
  </collection>
</dataset>
"""
SGML = """<?xml version="1.0" encoding="UTF-8"?>
<!-- a comment -->
<tstset setid="newstest" srclang="any" trglang="de">
<DOC sysid="uedin" docid="d1" genre="news" origlang="en">
<hl>
<Seg id="1"> Eins &amp; zwei & drei </Seg>
</hl>
<p>
<seg id="2">Ein "Satz" &lt;b&gt; &quot;x&quot; &#228; &nbsp;
   in zwei Zeilen</seg>
</p>
</DOC>
</tstset>
"""
TMX = """<?xml version="1.0"?>
<tmx version="1.4"><header srclang="en-US" datatype="plaintext"/><body>
<tu tuid="7"><tuv xml:lang="en-us"><seg>Press <bpt i="1">&lt;b></bpt>OK<ept i="1">&lt;/b></ept> <hi>now</hi>.</seg>
</tuv><tuv xml:lang="de"><seg>Jetzt<ph>{0}<sub>Fußnote</sub></ph> OK.</seg></tuv><tuv xml:lang="de"><seg>OK!</seg></tuv>
</tu><tu><note>x</note><tuv xml:lang="EN-US"><prop type="x"/><seg>Two</seg></tuv><tuv xml:lang="de"><seg/></tuv></tu>
<tu><tuv xml:lang="en-US"><seg>Three</seg></tuv></tu>
</body></tmx>
"""
XLIFF = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a.html" source-language="en" target-language="de"><body><group>
<trans-unit id="1"><source>Hello <g id="1">big <x id="2" equiv-text="{0}"/></g>world</source>
<target state="final">Hallo <g id="1">große </g>Welt</target>
<alt-trans origin="Google"><source>x</source><target>Hallo Welt</target></alt-trans></trans-unit>
<trans-unit id="2"><source>A. B.</source>
<seg-source><mrk mtype="seg" mid="1">A.</mrk> <mrk mtype="seg" mid="2">B.</mrk></seg-source>
<target><mrk mtype="seg" mid="1">Ä.</mrk> <mrk mtype="seg" mid="2">Be.</mrk></target></trans-unit>
<trans-unit id="3" translate="no"><source>brand</source></trans-unit>
<trans-unit id="4"><source>Open</source></trans-unit>
</group></body></file></xliff>
"""
XLIFF2 = """<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">
<file id="f1"><unit id="u1"><mtc:matches xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0">
<mtc:match ref="#m1" origin="MT"><source>Hi</source><target>Hei</target></mtc:match></mtc:matches>
<segment id="s1" state="translated"><source>Hi <pc id="1">there</pc><ph id="2" equiv="{x}"/></source>
<target>Hallo <pc id="1">du</pc><cp hex="0007"/></target></segment></unit>
<unit id="u2"><segment><source>A</source><target>B</target></segment><ignorable><source> </source></ignorable>
<segment><source>C</source></segment></unit></file></xliff>
"""
