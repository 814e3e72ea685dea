/** The `text/html` that programs put on the clipboard, each in its own format, and the resulting instructions of a lesson. */
export const clipboards: readonly { from: string; html: string; kept: string }[] = [
  {
    from: 'Google Docs: nothing is bold but what is',
    html:
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0a1b2c3d"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">' +
      '<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">Read </span>' +
      '<span style="font-size:11pt;font-weight:700;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">twice</span>' +
      '<span style="font-weight:400;font-style:normal;">, then </span><span style="font-weight:400;font-style:italic;">draw</span><span style="font-weight:400;"> H</span>' +
      '<span style="font-size:0.6em;font-weight:400;vertical-align:sub;">2</span><span style="font-weight:400;">O and 10</span><span style="font-size:0.6em;font-weight:400;vertical-align:super;">3</span></p></b>' +
      '<br class="Apple-interchange-newline">',
    kept: '<p>Read <strong>twice</strong>, then <em>draw</em> H<sub>2</sub>O and 10<sup>3</sup></p>',
  },
  {
    from: 'Google Docs: headings, lists in lists and a link',
    html:
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr" style="line-height:1.38;"><span style="font-size:20pt;font-weight:400;">The water cycle</span></h1><br />' +
      '<h2 dir="ltr"><span style="font-size:16pt;font-weight:700;">Steps</span></h2>' +
      '<ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-size:11pt;font-weight:400;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Heat</span></p></li>' +
      '<ul style="margin-top:0;"><li dir="ltr" style="list-style-type:circle;font-weight:400;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:700;">slowly</span></p></li></ul>' +
      '<li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span>Cool</span></p></li></ul>' +
      '<ol style="margin-top:0;"><li dir="ltr" style="list-style-type:decimal;" aria-level="1"><p dir="ltr" role="presentation"><span>One</span></p></li>' +
      '<ol><li dir="ltr" style="list-style-type:lower-alpha;" aria-level="2"><p dir="ltr" role="presentation"><span>letter</span></p></li></ol></ol>' +
      '<p dir="ltr"><a href="https://www.nasa.gov/water" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;-webkit-text-skip-ink:none;">NASA</span></a></p></b>',
    kept:
      '<h3>The water cycle</h3><h3>Steps</h3><ul><li><p>Heat</p><ul><li><p><strong>slowly</strong></p></li></ul></li><li><p>Cool</p></li></ul>' +
      '<ol><li><p>One</p><ol type="a"><li><p>letter</p></li></ol></li></ol><p><a href="https://www.nasa.gov/water">NASA</a></p>',
  },
  {
    from: 'Google Docs: a table',
    html:
      '<b style="font-weight:normal;" id="docs-internal-guid-2"><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="100" /><col width="100" /></colgroup><tbody>' +
      '<tr style="height:0pt"><td style="border:1pt"><p dir="ltr"><span style="font-weight:700;">Liquid</span></p></td><td><p dir="ltr"><span>Density</span></p></td></tr>' +
      '<tr><td><p dir="ltr"><span>Water</span></p></td><td><p dir="ltr"><span>1.0 g/mL</span></p></td></tr></tbody></table></div></b>',
    kept: '<p><strong>Liquid</strong> | Density</p><p>Water | 1.0 g/mL</p>',
  },
  {
    from: 'Word for Windows: words, title, headings and empty lines',
    html:
      '<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">' +
      "<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]--><style><!-- p.MsoNormal {margin:0in; font-weight:bold} @list l0 {mso-list-id:1} --></style></head><body lang=EN-US style='tab-interval:.5in'><!--StartFragment-->" +
      '<p class=MsoTitle>Density lab<o:p></o:p></p><h2>What to\n do<o:p></o:p></h2><p class=MsoNormal><o:p>&nbsp;</o:p></p>' +
      "<p class=MsoNormal>Weigh <b style='mso-bidi-font-weight:normal'>all</b> <i style='mso-bidi-font-style:normal'>three</i> blocks; CO<sub>2</sub> and cm<sup>3</sup>, see <a href=\"https://www.noaa.gov/\"><span style='color:#0563C1'><u>NOAA</u></span></a>.<a name=\"_Toc1\"></a><o:p></o:p></p>" +
      '<!--EndFragment--></body></html>',
    kept: '<h3>Density lab</h3><h3>What to do</h3><p>Weigh <strong>all</strong> <em>three</em> blocks; CO<sub>2</sub> and cm<sup>3</sup>, see <a href="https://www.noaa.gov/">NOAA</a>.</p>',
  },
  {
    from: 'Word for Windows: list paragraphs of two levels',
    html:
      "<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Goggles<o:p></o:p></p>\n" +
      "<p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in;mso-add-space:auto;text-indent:-.25in;\nmso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:\"Courier New\"'><span style='mso-list:Ignore'>o<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span></span><![endif]><b>clean</b> ones<o:p></o:p></p>\n" +
      "<p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp; </span></span></span><![endif]>Gloves<o:p></o:p></p>\n" +
      '<p class=MsoNormal>Then:<o:p></o:p></p>\n' +
      "<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>3.<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span><![endif]>Pour<o:p></o:p></p>\n" +
      "<p class=MsoListParagraphCxSpLast style='margin-left:1.0in;text-indent:-.25in;mso-list:l1 level2 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>a)<span style='font:7.0pt \"Times New Roman\"'>&nbsp; </span></span><![endif]>Stir<o:p></o:p></p>",
    kept:
      '<ul><li><p>Goggles</p><ul><li><p><strong>clean</strong> ones</p></li></ul></li><li><p>Gloves</p></li></ul><p>Then:</p>' +
      '<ol start="3"><li><p>Pour</p><ol type="a"><li><p>Stir</p></li></ol></li></ol>',
  },
  {
    from: 'Word for Mac: the same behind comments, and two numbered lists one after the other',
    html:
      '<p class="MsoListParagraphCxSpFirst" style="text-indent:-18.0pt;mso-list:l0 level1 lfo1"><!--[if !supportLists]--><span lang="EN-US" style="mso-ansi-language:EN-US"><span style="mso-list:Ignore">1.<span style="font:7.0pt &quot;Times New Roman&quot;">&nbsp;&nbsp;&nbsp; </span></span></span><!--[endif]--><span lang="EN-US">Plan<o:p></o:p></span></p>' +
      '<p class="MsoListParagraphCxSpLast" style="text-indent:-18.0pt;mso-list:l0 level1 lfo1"><!--[if !supportLists]--><span style="mso-list:Ignore">2.<span style="font:7.0pt &quot;Times New Roman&quot;">&nbsp; </span></span><!--[endif]-->Build<o:p></o:p></p>' +
      '<p class="MsoListParagraph" style="text-indent:-18.0pt;mso-list:l2 level1 lfo3"><!--[if !supportLists]--><span style="mso-list:Ignore">1.<span>&nbsp;</span></span><!--[endif]-->Test<o:p></o:p></p>',
    kept: '<ol><li><p>Plan</p></li><li><p>Build</p></li></ol><ol><li><p>Test</p></li></ol>',
  },
  {
    from: 'Word on the web: each item in a list of its own',
    html:
      '<div class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1" role="heading" aria-level="1" style="font-weight:normal"><span data-contrast="none" class="TextRun SCXW1" style="font-size:20pt"><span class="NormalTextRun SCXW1">Rocks</span></span><span class="EOP SCXW1" data-ccp-props="{}">&nbsp;</span></p></div>' +
      '<div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle1 SCXW1" role="list"><li data-leveltext="" data-font="Symbol" data-listid="1" aria-setsize="-1" data-aria-posinset="1" data-aria-level="1" role="listitem" class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1"><span data-contrast="auto" class="TextRun SCXW1" style="font-weight:bold"><span class="NormalTextRun SCXW1">Basalt</span></span><span class="EOP SCXW1">&nbsp;</span></p></li></ul></div>' +
      '<div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle2 SCXW1" role="list"><li data-listid="1" data-aria-posinset="1" data-aria-level="2" role="listitem" class="OutlineElement"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">dark</span></span><span class="EOP">&nbsp;</span></p></li></ul></div>' +
      '<div class="ListContainerWrapper SCXW1"><ol class="NumberListStyle1" role="list" start="1"><li data-listid="2" data-aria-posinset="1" data-aria-level="1" role="listitem"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">m</span></span><span class="TextRun"><span class="NormalTextRun Superscript SCXW1">2</span></span></p></li></ol></div>' +
      '<div class="ListContainerWrapper SCXW1"><ol class="NumberListStyle1" role="list" start="2"><li data-listid="2" data-aria-posinset="2" data-aria-level="1" role="listitem"><p class="Paragraph"><span class="TextRun" style="vertical-align:sub"><span class="NormalTextRun">low</span></span></p></li></ol></div>',
    kept: '<h3>Rocks</h3><ul><li><p><strong>Basalt</strong></p><ul><li><p>dark</p></li></ul></li></ul><ol><li><p>m<sup>2</sup></p></li><li><p><sub>low</sub></p></li></ol>',
  },
  {
    from: 'LibreOffice Writer',
    html:
      '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN"><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 24.2"/><style type="text/css">h1.western { font-size: 18pt } p { line-height: 115% }</style></head><body lang="en-US" link="#000080" dir="ltr">' +
      '<h1 class="western">Waves</h1>\n<p style="line-height: 100%; margin-bottom: 0in">\nA <b>crest</b> and a <i>trough</i>, <u>marked</u>, 5 m<sup>2</sup></p>\n<p style="margin-bottom: 0in"><br/>\n\n</p>\n' +
      '<ul>\n\t<li><p style="margin-bottom: 0in">one</p>\n\t<ul>\n\t\t<li><p>deeper</p></li>\n\t</ul></li>\n\t<li><p>two</p></li>\n</ul>\n<ol start="4"><li><p>four</p></li></ol></body></html>',
    kept:
      '<h3>Waves</h3><p>A <strong>crest</strong> and a <em>trough</em>, <u>marked</u>, 5 m<sup>2</sup></p>' +
      '<ul><li><p>one</p><ul><li><p>deeper</p></li></ul></li><li><p>two</p></li></ul><ol start="4"><li><p>four</p></li></ol>',
  },
  {
    from: 'a web page, with the styles that the browser writes out',
    html:
      '<meta charset=\'utf-8\'><h2 style="font-weight: 700; font-size: 1.5em; color: rgb(0, 0, 0);">Erosion</h2><div style="font-weight: 400;">Wind <strong style="font-weight: bolder;">and</strong> water<br>wear rock down. <a href="/wiki/Soil" title="Soil">Soil</a> <a href="https://usgs.gov/x?a=1&amp;b=2" target="_blank" onclick="go()">USGS</a> <a href="javascript:alert(1)">no</a> <a href="tel:123">call</a></div>' +
      '<pre>a\nb</pre><h6>Small</h6><img src="https://tracker.example/x.gif"><script>alert(1)</script><style>p{}</style><blockquote>Said</blockquote><form><button>Buy</button></form>',
    kept:
      '<h3>Erosion</h3><p>Wind <strong>and</strong> water<br>wear rock down. Soil <a href="https://usgs.gov/x?a=1&amp;b=2">USGS</a> no call</p>' +
      '<p>a<br>b</p><h4>Small</h4><blockquote><p>Said</p></blockquote><p>Buy</p>',
  },
  { from: 'a cell of a table alone', html: '<table><tr><td><p>One</p><p>Two</p></td></tr></table>', kept: '<p>One</p><p>Two</p>' },
  { from: 'nothing but a picture', html: '<img src="data:image/png;base64,AAAA">', kept: '' },
];
