/** What goes into a model, in English. */
export const INPUT: RegExp =
  /(?<![\w/-])context(?!-|\.\w| (?:deadline|cancel|menu|setting|id\b|item|manager|cach|feature|has expired|not found))|_context_|\btokens\b(?! per)|\btoken exceed|(?<!exceeded in )\binputs?\b(?! (?:image|file|audio|validation|should))|too much text|prompt(?![_ -]?(?:cach|template|_id))|input (?:tokens?|length|size|text|sequence|of \d|is|was)|(?:number|count|total|sum) of (?:input )?tokens|(?:input|request(?:ed)?|total) tokens?|token (?:count|limit|budget|window)|conversation|dialogue?\b|\bchat\b(?! has \d)|\bhistory\b|\bthis thread\b|\bthread (?:has|is|reached|exceed\w*)\b|sequence (?:length|of)|(?:input|token|tokens|prompt|the|this|your) sequence\b|\bsequence is\b|model input|input ids|\bmessages\b(?![.[])|message token|n_ctx|\bctx\b|transcript|positions\b|(?:attention|\d|over) window|your input|current length|kv cache|model'?s? (?:max(?:imum)? )?(?:len|length|window)\b/i

/** That it is too much, by the ways in which it is said. */
export const TOO_MUCH: readonly RegExp[] = [
  // It is above something.
  /exceed|overflow|overrun|overshoot|surpass|outgr[eo]w|beyond|excessive|oversized?\b|above (?:the|what|\d)|(?:over|past) (?:\d|what|window|the \d|(?:the |its |your )?(?:[\w'’-]+ ){0,2}(?:limit|maximum|budget|capacity|cap|window|context)\b)|tokens? over\b|went over|goes over|blown|ceiling|out of range|out of the (?:\w+ )?range|not within|outside/i,
  // It is larger than something.
  /\b(?:more|longer|larger|greater|bigger|higher|heavier)\b(?: [\w'’./:@-]+){0,5} than\b|(?:\d|tokens?) ?>=? ?\w|&gt;|grown (?:beyond|too|past)/i,
  // It is too large.
  /too (?:long(?! ago)|large|big|many|much|wide|lengthy|heavy)|too \w+ for (?:the|this) model|\blengthy\b|too small for (?:this|the|your) (?:prompt|request|input|conversation)|context (?:size|window|length) (?:is )?too small for/i,
  // What it must be.
  /at most|no more than|up to \d|(?:not|never) (?:be )?(?:bigger|larger|longer|more) than|(?:must|should|has to|have to|needs? to|can) (?:be|have|contain|hold|total)?(?: \w+)? ?(?:less|fewer|lower|smaller|shorter|at most|under|below)|(?:use|send|provide|pass) (?:less|fewer)|(?:is|are|was|were) only \d|(?:only|at most|up to|just|no more than) (?:supports?|accepts?|takes?|allows?|considers?|reads?|holds?|handles?)|(?:supports?|accepts?|takes?|allows?|considers?|reads?|holds?|handles?) (?:at most|only|up to|just|no more|a maximum)|cannot be longer|max(?:imum)?\b[^\n]{0,60}(?:is|of|:) ?\(?\d|\b(?:permitted|allowed|supported|limit|maximum|max)['"`]?(?: is|:| ?=)? ?\(?\d{3}|\d{3} (?:tokens )?(?:is |are )?(?:permitted|allowed|supported|accepted)|none fits?|no (?:\w+ )?(?:endpoints?|models?|providers?) (?:\w+ ){0,3}supports?/i,
  // A limit was met.
  /(?:context|window|limit|maximum|capacity|budget)(?: \w+){0,5} (?:was |is |has been |have been |being )?(?:reached|hit|met|exhausted|crossed|passed|breached|full|used up|spent)\b|(?:reached|reaches|hits?|meets?|passed|crossed) (?:the |its |your |a )?(?:[\w-]+ ){0,3}(?:limit|maximum|length|cap|end|window)\b|reached the max|\bat (?:its|the|their|your) (?:max(?:imum)?|limit)\b|\b1\d\d(?:\.\d+)? ?%|exhausted|\bfull\b|fills? (?:up )?(?:the|its|your|this) (?:\w+ )?(?:context|window)/i,
  // There is no room.
  /(?:does not|do not|did not|doesn't|don't|didn't|cannot|can't|can not|won't|will not|no longer|not|never|unable to|fails? to) (?:fit|be (?:placed|held|processed by|scheduled|accommodated)|accommodate|hold|ingest|swallow|remember|(?:take|process|read|handle) (?:that|so|this) (?:much|many|long))|not enough (?:room|space|context)|no (?:room|space|context) (?:left|for|remain)|insufficient (?:context|space|room)|out of (?:context|room|space)|(?:ran|run|runs|running) out|(?:big|large|long) enough|capacity (?:of )?\d/i,
  // What the model can do.
  /(?:this|the|available|no) (?:\w+ )?model can|model can (?:attend|hold|read|handle|take|process|remember|fit)|(?:can|may|could|able to) (?:only )?(?:attend|take in|process|handle|consider|remember)(?: to)?\b/i,
  // What one should do about it.
  /(?:reduce|shorten|trim|truncate|compact|condense|compress|cut|split) (?:down )?(?:the |your |its |some |it\b)?(?:length|prompt|input|messages?|context|conversation|size|history|text|chat|thread|transcript)?|drop (?:the )?(?:oldest|older|earlier|some) (?:turns|messages)|start (?:over|a (?:new|fresh) (?:chat|conversation|thread|session))/i,
]
