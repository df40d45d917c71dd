import { ENGLISH_ENDINGS } from './endings.ts'
import { ENGLISH_SIGNS } from './english-signs.ts'
import type { Language } from './language.ts'

const SPEAKERS = 'user|human|person|customer|client|operator|admin(?:istrator)?|owner|boss|maintainer|requester'
const SPEECH =
  'sa(?:id|ys)|ask(?:s|ed)?|want(?:s|ed)?|approv(?:e|es|ed)|request(?:s|ed)|requir(?:es|ed)|confirm(?:s|ed)|agree(?:s|d)|allow(?:s|ed)|authori[sz](?:es|ed)|permit(?:s|ted)|grant(?:s|ed)|t(?:ells|old)|instruct(?:s|ed)|consent(?:s|ed)|accept(?:s|ed)|decid(?:es|ed)|ch(?:ose|ooses)|prefer(?:s|red)?|insist(?:s|ed)|signed off|g(?:ave|ives)|demand(?:s|ed)|order(?:s|ed)|order|wish(?:es|ed)|is fine|is ok|expects?|needs?'
const BEFORE_SPEECH = '(?:[a-z]+ly\\s+|has\\s+|have\\s+|had\\s+|already\\s+|also\\s+|just\\s+|now\\s+){0,3}'

/** Ways of saying that a person said or wants something. */
const CLAIM = new RegExp(
  [
    `\\b(?:${SPEAKERS})\\s+${BEFORE_SPEECH}(?:${SPEECH})\\b`,
    `\\b(?:approved|authori[sz]ed|confirmed|requested|permitted|allowed|signed off|agreed|granted|wanted|demanded)\\s+(?:\\w+\\s+){0,2}by\\s+(?:the\\s+|a\\s+)?(?:${SPEAKERS})\\b`,
    `\\b(?:${SPEAKERS})(?:['’]s)?\\s+(?:explicit\\s+|full\\s+|prior\\s+)?(?:approval|consent|permission|authori[sz]ation|request|wish|order|instruction|go-ahead)\\b`,
    `\\b(?:you|they|he|she|someone|somebody|everyone|everybody)\\s+${BEFORE_SPEECH}(?:approved?|authori[sz]ed?|consent(?:ed)?|permitted|granted|signed off|allowed|agreed)\\b`,
    '\\b(?:pre-?approved|has been (?:approved|authori[sz]ed)|approval (?:was|is|has been) (?:granted|given))\\b',
  ].join('|'),
  'i',
)

export const english: Language = {
  code: 'en',
  headings: {
    task: 'Task, verbatim',
    request: 'What people asked since, verbatim',
    constraint: 'Rules, verbatim',
    preference: 'Preferences, verbatim',
    rejected: 'Rejected, verbatim',
    decision: 'Decisions',
    fact: 'Facts',
    open: 'Open',
    step: 'Plan',
    artifact: 'Artifacts',
    file: 'Files touched, with the last operation',
    command: 'Commands, with outcome',
    error: 'Errors and what resolved them',
    outcome: 'From tool output, quoted',
    state: 'Where it stood',
    said: 'What the agent found, decided and did, in its own words',
    earlier: 'Summary that another program wrote earlier',
  },
  phrases: {
    taskInPart: 'Task, in part',
    opening: 'Entries {span}, made without a model; every line names its entry.',
    toldOpening: 'Entries {span}, round {round}, with a model; every line names its entries.',
    more: '{count} more',
    since: 'since then: {calls}',
    below: 'In full below: {handles}.',
    belowInPart: 'In part below: {handles}.',
    goOns: '“go on” and the like: {count}×, last in {last}',
    asOf: 'as of {last}:',
  },
  signs: ENGLISH_SIGNS,
  endings: ENGLISH_ENDINGS,
  cues: {
    fromNow: /\b(?:from now on|from (?:here|today) on|as of (?:now|today)|going forward)\b/i,
    opposition:
      /^(?:no|nope|wait|sorry|correction|actually|update)\b[,:;. ]|\b(?:instead|actually|rather|correction|changed? (?:my|our|your) minds?|no longer|any ?more|after all|scratch that|make (?:it|that))\b|, not\b/i,
    addition: /\b(?:also|as well|too|additionally|in addition|besides)\b/i,
    permission:
      /\b(?:you|we|it['’]s|it is) (?:may|can|are (?:now )?allowed|ok|okay|fine|(?:are )?free)\b|\b(?:allowed|ok|okay|fine) to\b|\bno longer\b|\bgo ahead and\b/i,
    forgetting: /\b(?:forget(?: about)?|scrap|scratch|never ?mind) (?=the |that |my |your |what )/i,
    goOn: /^(?:(?:ok|okay|yes|yep|great|good|fine|nice|cool|perfect|thanks|thank you|now|please|and|then|alright)[,.! ]{1,3}){0,3}(?:go on|continue|keep going|carry on|proceed|go ahead|resume|move on|next(?: one)?|go)(?: (?:with|to))?(?: the)?(?: next)?(?: (?:round|step|part|one|task|item|phase|section|chunk|batch))?(?: (?:\d{1,4}|please|now|then)){0,2}[.! ]{0,3}$/i,
    strictRule:
      /^(?:please |also |but |and )?(?:do not|don['’]?t|never|always|make sure|ensure|avoid|only)\b|\b(?:must|never|always|is required|are required)\b/i,
    habit:
      /\b(?:never|always) \w+s\b|^(?!.*\b(?:you|we|i|must|should|shall|please|do|don['’]?t|make|ensure)\b)[^,;]*(?<!\b(?:and|but|or|so|then))\s(?:never|always)\b/i,
    wish: /\b(?:i(?:['’]d| would)? prefer(?! to (?:talk|discuss|wait|look)| (?:the (?:first|second|third|last|old|new|other|left|right)|this|that|it)\b)|i(?:['’]d| would) (?:like|love) (?:it|that|this|the (?!\w+ one\b))|prefer(?:ably|red)|ideally|nice to have)\b|^(?:please )?(?:use|make|keep|do|write|put|return|take) .{1,80}\brather than\b/i,
    refusal:
      /^(?:(?:no|nope|wrong)[,.!;]|that['’]s (?:wrong|not)|stop\b|undo\b|revert\b)|\b(?:instead of|not what i|let['’]s not|we (?:decided|agreed) against|rejected|don['’]t (?:like|want)|do not want)\b/i,
    undoing:
      /\bi(?:['’]ve| have)? (?:undid|undone|reverted|rolled back)\b|\b(?:undo|revert|roll back) (?:that|this|it|your|the last)\b|^(?:no|nope|wrong)[,.!]|that['’]s (?:wrong|not (?:it|right|true|what))|\bstill (?:broken|fails|failing|wrong|the same|not (?:working|right)|doesn['’]t)\b/i,
    decision:
      /\b(?:decid\w+|chose|chosen|going with|went with|instead of|rather than|settled on|agreed|the (?:fix|solution|approach|plan) is|root cause|turns out|because|so that)\b/i,
    trouble:
      /(?:error|exception)s?\b|\b(?:failed|fails|failing|failure|traceback|panic|cannot|not found|denied|undefined|unexpected|broken|crash\w*)\b/i,
    unfinished:
      /\b(?:todo|still (?:need|have|to do|open|missing)|remaining|next (?:step|up|i)|not yet|pending|follow-up|left to do)\b/i,
    pending:
      /\b(?:todo|to do|pending|still|remaining|remains|next|will|yet|fails?|failed|failing|broken|in progress|working on|about to|going to|need to|needs to|try|trying)\b/i,
    interjection: /now|good|great|perfect|okay|ok|first|next|also|then|after that|afterwards/i,
    intention: /let me|let['’]s|i['’]ll|i will|i need to|now/i,
    predicate: /\b(?:is|are|was|were|has|have|had|equals|uses?|runs on|set to)\b/i,
    change: /\b(?:now|instead|actually|correction|changed?|updated?|no longer|anymore|rather)\b/i,
    changeOpening: /^(?:correction|update|actually|from now on|now|sorry)[:,]?\s+/i,
    imperative: /^(?:please|always|never|do not|don['’]t|must|only|use|set|keep|make|avoid)\b/i,
    lift: /\b(?:may|can|allowed|allow|okay|ok|fine|no longer|anymore|any more|forget|ignore|instead|now|drop|lift|remove|changed?|actually|correction)\b/i,
    edit: /\b(?:add|chang|creat|delet|edit|fix|implement|insert|modif|mov|refactor|remov|renam|replac|rewr|updat|writ|wrote|extend|split)/i,
    wandering:
      /\b(?:probably|perhaps|maybe|presumably|i suspect|i guess|might be)\b|^whether\b|^(?:i['’]m wondering|i am wondering|i wonder|hmm|wait[,.!—…-]|what if|let me think|(?:still )?(?:running|building|compiling|installing|waiting)\b[^.]*(?:…|\.\.\.)$)/i,
    courtesy:
      /^(?:(?:i|we) (?:can|could|will|would be (?:glad|happy) to) (?:gladly )?(?:help|assist)\b|(?:i['’]m|i am) (?:happy|glad|here) to (?:help|assist)\b|(?:i|my|our) apolog|(?:i['’]m|i am|we['’]re) sorry\b|sorry (?:for|about)\b|thank(?:s| you)\b|you['’]?re (?:absolutely |completely |quite )?(?:right|welcome)\b|you are (?:absolutely |completely |quite )?(?:right|welcome)\b|(?:sure|certainly|absolutely|of course|great|good|perfect|excellent|nice|okay|ok|got it|understood|makes sense|done)[!.]$|(?:good|great) (?:question|point|idea|catch)\b|(?:please )?let me know\b|please (?:confirm|tell me|advise)\b|would you (?:like|prefer)\b|do you want\b|shall (?:i|we)\b|should i\b|is there anything\b|feel free\b|if you (?:need|have|want|would|['’]d|prefer)\b|ready (?:for|when)\b)|^(?:here['’]?s|here (?:is|are)|these (?:changes|are)|this (?:change|test case|is)|the (?:main |key )?(?:changes|differences|details|results|steps) (?:are|is)|below (?:is|are))\b[^.!?]*:$/i,
    untouched:
      /\bno (?:further |other |code )?changes?\b|\b(?:unchanged|untouched|unmodified)\b|\b(?:not|n['’]t)(?: yet| been| be| need to be)? (?:chang|modif|touch|edit)(?:e|ed|ied|ing)?\b/i,
    negation:
      /\b(?:not|no|never|none|neither|nor|without|cannot|avoid|stop|except|unless|refuse[sd]?|forbid\w*|forbidden|prohibit\w*)\b|n['’]t\b/i,
    condition: /\b(?:if|unless|until|only when|only if)\b/i,
    hedge:
      /\b(?:maybe|perhaps|possibly|probably|might|may be|could be|likely|unlikely|i think|i guess|i suspect|suspect\w*|seems?|appears? to|hypothes\w+|assum\w+|unclear|not sure|unsure|whether)\b/i,
    conjunction: /but|and/i,
    claim: CLAIM,
    apology:
      /^\s*(?:i['’]?m sorry|i am sorry|sorry|i apologi[sz]e|unfortunately)\b[^.\n]{0,120}\b(?:can['’]?t|cannot|unable|won['’]?t|not able)\b|^\s*(?:i can(?:['’]?t|not)|i won['’]?t|i['’]?m (?:unable|not able)|i am (?:unable|not able)|as an ai\b)/i,
  },
}
