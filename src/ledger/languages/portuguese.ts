import type { Language } from './language.ts'

export const portuguese: Language = {
  code: 'pt',
  knownBy: { words: 'os uma não você também isso esse essa faça ao pelo pela são então altere arquivo testes' },
  headings: {
    task: 'Tarefa, palavra por palavra',
    request: 'O que foi pedido desde então, palavra por palavra',
    constraint: 'Regras, palavra por palavra',
    preference: 'Preferências, palavra por palavra',
    rejected: 'Rejeitado, palavra por palavra',
    decision: 'Decisões',
    fact: 'Fatos',
    open: 'Em aberto',
    step: 'Plano',
    artifact: 'Artefatos',
    file: 'Arquivos, com a última operação',
    command: 'Comandos, com o resultado',
    error: 'Erros e o que os resolveu',
    outcome: 'Da saída de ferramentas, citado',
    state: 'Onde ficou',
    said: 'O que o agente encontrou, decidiu e fez, nas suas palavras',
    earlier: 'Resumo que outro programa escreveu antes',
  },
  phrases: {
    taskInPart: 'Tarefa, em parte',
    opening: 'Entradas {span}, feito sem modelo; cada linha nomeia a sua entrada.',
    more: 'mais {count}',
    since: 'desde então: {calls}',
    below: 'Na íntegra abaixo: {handles}.',
  },
  cues: {
    wandering: /^(?:será que|vamos ver[,.!]|e se )/i,
    untouched: /\b(?:inalterad[oa]s?)\b|\bsem (?:alterações|mudanças)\b|\bnenhuma (?:outra )?(?:alteração|mudança)\b/i,
    rule: /\b(?:nunca|sempre|não)\b/i,
    strictRule: /\b(?:nunca|sempre)\b/i,
    claim: /\busuário\b/i,
  },
}
