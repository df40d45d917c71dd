import type { Language } from './language.ts'

export const italian: Language = {
  code: 'it',
  knownBy: { words: 'gli che di della delle nel alla più sono questo questa anche voglio fai pagina prova tutti' },
  headings: {
    task: 'Compito, parola per parola',
    request: 'Che cosa è stato chiesto da allora, parola per parola',
    constraint: 'Regole, parola per parola',
    preference: 'Preferenze, parola per parola',
    rejected: 'Rifiutato, parola per parola',
    decision: 'Decisioni',
    fact: 'Fatti',
    open: 'In sospeso',
    step: 'Piano',
    artifact: 'Artefatti',
    file: 'File, con l’ultima operazione',
    command: 'Comandi, con l’esito',
    error: 'Errori e che cosa li ha risolti',
    outcome: 'Dall’output degli strumenti, citato',
    state: 'A che punto era',
    said: 'Che cosa l’agente ha trovato, deciso e fatto, con parole sue',
    earlier: 'Riassunto scritto prima da un altro programma',
  },
  phrases: {
    taskInPart: 'Compito, in parte',
    opening: 'Voci {span}, fatto senza modello; ogni riga nomina la sua voce.',
    more: 'altri {count}',
    since: 'da allora: {calls}',
    below: 'Per intero più sotto: {handles}.',
  },
  cues: {
    untouched: /\binvariat[oaie]\b|\bnessuna (?:altra )?modifica\b|\bnon (?:è stat[oa] )?modificat[oaie]\b/i,
    rule: /\b(?:mai|sempre)\b/i,
    strictRule: /\b(?:mai|sempre)\b/i,
    wish: /\bpreferisco\b/i,
    claim: /\butente\b/i,
  },
}
