/** Words of questions and sentences that say nothing of what is looked for, in the languages that stems are known of. */
const STOP_WORDS = [
  'a an the and or but if then else of to in on at by for with from as into about over after before between under during',
  'is are was were be been being do does did done has have had having can could will would shall should may might must',
  'i you he she it we they me him her us them my your his its our their this that these those there here',
  'what which who whom whose when where why how not no nor so than too very just only also all any some each every both',
  'again once such own same other more most up out off down please tell show find give get got let s t',
  'der die das den dem des ein eine einen einem einer und oder aber wenn dann von zu im in am an auf bei für mit aus als nach vor',
  'ist sind war waren sein hat haben hatte kann können wird werden soll muss ich du er sie es wir ihr was welche welcher welches wer wo wann wie warum nicht kein',
  'le la les un une des du de et ou mais si dans sur par pour avec sans est sont était être a ont avoir il elle nous vous ils quel quelle quels quand où comment pourquoi ne pas que qui ce cette',
  'el los las una unos unas y o pero si en por para con sin es son era ser fue ha han haber yo tú él ella nosotros qué cuál cuándo dónde cómo no que quien este esta',
  'os as um uma e ou mas se em por para com sem é são era ser foi tem têm eu ele ela nós qual quando onde como não que quem este esta',
  'il lo gli i uno una e o ma se in per con senza è sono era essere ha hanno io lui lei noi quale quando dove come perché non che chi questo questa',
  'и или но если в на по за из от до с к о у это что кто где когда как почему какой какая какие не я ты он она мы вы они был была были есть',
  'في من على إلى عن مع هذا هذه ما ماذا متى أين كيف هل لا',
  '은 는 이 가 을 를 의 에 무엇 어디 언제 어떻게 왜',
]
const ALL: ReadonlySet<string> = new Set(STOP_WORDS.flatMap((line) => line.split(' ')))

export function isStopWord(word: string): boolean {
  return ALL.has(word)
}
