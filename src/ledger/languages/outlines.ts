import type { LanguageCode } from './language.ts'

/** What is known of a language written with Latin letters before anybody has written in it. */
interface Outline {
  readonly code: LanguageCode
  /** Whether it knows rules by signs; else it does by a cue. */
  readonly hasSigns: boolean
  /** By which it is known: no other language of the list has them. */
  readonly smallWords: string
  /** Longer words that say nothing about what a sentence is about. */
  readonly fillers?: string
  /** Words that announce a change, and belong to neither what was said before nor what is said now. */
  readonly changeWords?: string
  /** Words with which orders are given, and small ones: they say nothing of what an order is about. */
  readonly orderWords?: string
  /** Spelled-out numbers that are not articles: `three=3`. */
  readonly numbers?: string
  /** More words of which sentences in it have one, and English ones next to never. */
  readonly otherWords?: string
}

/** A sentence of a few words may be in any of them: their words are tried together. */
export const OUTLINES: readonly Outline[] = [
  {
    code: 'en',
    hasSigns: true,
    smallWords: 'the and of is that for with this are not have it be you please should make',
    fillers:
      'about after also been before being both from have into just made make more most must only other over should some such than that them then there these they this those through under used uses using very were what when where which while will with would your',
    changeWords:
      'now not no longer anymore actually instead change changed changes correction correct update updated from on to is was be will should must the a an please rather sorry',
    orderWords:
      "use using always never do don’t don't dont please only in of for at with are it i you we me my our and or but yes so as by if just may can could would have has had ok okay mind minds let lets let's forget stop make sure any all every each than then that this those these there us your now and also too must mustn't cannot can't want wanted said say allowed allow again after before everywhere better no nope most least don t won isn doesn shouldn",
    numbers:
      'two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 fifteen=15 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 ninety=90 hundred=100',
  },
  {
    code: 'de',
    hasSigns: true,
    smallWords: 'der das und ist nicht mit ein eine für auf dem den zu wird auch bitte ich wir soll mach',
    changeWords: 'jetzt nicht mehr statt stattdessen doch',
    orderWords:
      'nutze verwende benutze immer nie niemals nur bitte der die das den dem ein eine einen in im auf mit für und oder aber ja nein ist sind sei wird du wir ich es mir uns darf darfst kann kannst muss musst soll sollst ab künftig lieber besser alle alles kein keine keinen zu von als so dann doch an',
    numbers: 'zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 zwölf=12 zwanzig=20 dreißig=30 sechzig=60',
    otherWords:
      'ausgabe behalte behandle bei beim bleib bleiben bleibt brauche brauchen dabei danach danke dass datei dateien datum deine deinen denn dich diese diesen dieser dieses dir durch einem einer eines einfach erst etwas euch falls fehler frag frage gegen gehe gehen geht genau guten habe haben hallo halte hier ihn ihr ihre jede jeden jeder jedes kommen kommt könnt lass lassen laufen machen maximal mein meine meinen mindestens morgen nach neue neuen neuer nichts niemand nimm noch oben ohne passt schon schreib schreibe sehr seid sein seine seit sich sie sollen sondern sonst spar um unser unsere unten unter vermeide vermutungen viel viele vom vor wann warum weg weil weiter wenn werden wie wieder wurde zahl zahlen zeig zeige zeigen zeile zeilen zuerst zuletzt zum zur zweifel zwischen',
  },
  {
    code: 'fr',
    hasSigns: true,
    smallWords: 'le les des et est pas une pour dans qui avec sur du je nous cette vous fais',
    orderWords:
      "utilise utiliser utilisez toujours jamais le la les un une des de du d'une en dans pour avec et ou mais oui non ne pas plus ce ça est sont il faut on tu je me moi nous désormais maintenant plutôt mieux s'il te plaît merci que qui au aux sur",
    numbers: 'deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 douze=12 vingt=20 trente=30 soixante=60 cent=100',
    otherWords:
      'ajoute attends aucun aucune aussi autre avant avez avoir bien bonjour cela ces changement changements chaque chez comme commentaire commentaires corrige demande dis dois doit donc elle elles encore entre eux faire fait fichier fichiers garde ils laisse leur leurs libre ligne lignes lui marche mes mets moins mon notre nouveau nouveaux nouvelle nouvelles par parfait passe peut peux pourquoi pouvez quand quelque quelques raccourcis remplace rien sans sauf sera ses seul seule soit sous tes toi ton tous tout toute toutes trop uniquement vers veux voici vos votre',
  },
  {
    code: 'es',
    hasSigns: true,
    smallWords: 'el los y más pero debe haz hay siempre cuando estos archivo ejecuta las',
    orderWords:
      'usa usar utiliza siempre nunca el la los las un una unos de del en para con y o pero sí no es son hay que lo me te nos por favor ahora mejor más solo sólo este esta esto se al como si a',
    numbers:
      'dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 doce=12 veinte=20 treinta=30 sesenta=60 cien=100',
    otherWords:
      'acorta algo antes aqui archivos ayer basta borres bueno buenos busca busco cada cambio cambios casi comentarios convierte cual damos deben deja desde donde ejecutes ella ellos entre eran esa esas ese eso esos estaba evita fecha fechas fue fuente fuentes funciona funcionan gracias hace hacer hagas hasta hemos hoy instales llama menos mis muy nada nadie necesita necesitamos necesito ni nuestra nuestro nueva nuevas nuevo nuevos otra otro porque pregunta primero pueda puede pueden puedes puedo pues queda quien quiere quieren quiero quita resultado resultados saca salvo sea sean segunda segundo sin sobre su sube sus tenemos tengo tiene tienes toca todas todo todos toques tus unas uno usamos usted vale veo ya',
  },
  {
    code: 'pt',
    hasSigns: false,
    smallWords: 'os uma não você também isso esse essa faça ao pelo pela são então altere arquivo testes',
    otherWords:
      'com das dele ela ele essas esses foi isto mas meu minha muito na nas nossa num pelos pelas quem sem sempre seu sua suas tem uns umas voce voces',
  },
  {
    code: 'it',
    hasSigns: false,
    smallWords: 'gli che di della delle nel alla più sono questo questa anche voglio fai pagina prova tutti',
    otherWords:
      'ci dai dal dalla degli dei dopo ha hai hanno ho io loro mai mio nei nella niente nostro ogni perche poi prima puoi quando quella quello questi sempre senza sia sta sul sulla tra tutto usare',
  },
]
