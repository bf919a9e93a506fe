import type { NodeType } from './document.ts';
import type { EndReason } from './run.ts';

/** Built-in texts of flows for customers and agents, in Portuguese. */
export const flowTexts = {
  notAnOption: 'Não encontrei essa opção. Escolha uma das opções abaixo.',
  exitToHuman: 'Falar com um atendente',
  exitToEnd: 'Encerrar a conversa',
  writeInstead: 'Não consigo ouvir áudios por aqui. Por favor, escreva a sua resposta.',
} as const;

/** Sent after an answer of another kind. */
export const retryTexts = {
  text: 'Não entendi. Por favor, responda com um texto.',
  number: 'Não entendi. Por favor, responda com um número.',
  email: 'Este e-mail não parece correto. Por favor, confira e envie de novo.',
  phone: 'Este telefone não parece correto. Por favor, envie com o DDD.',
  document: 'Este CPF ou CNPJ não parece correto. Por favor, confira e envie de novo.',
  date: 'Não entendi a data. Por favor, envie como 31/12/2026.',
  file: 'Por favor, envie um arquivo, uma foto ou um vídeo.',
} as const;

/** Titles of nodes without a name of their own, in the note to the agent. */
export const nodeTitles: Record<NodeType, string> = {
  start: 'Início',
  singleBlock: 'Conteúdo',
  message: 'Mensagem',
  img: 'Imagem',
  audio: 'Áudio',
  video: 'Vídeo',
  interval: 'Intervalo',
  wait: 'Espera',
  menu: 'Menu',
  question: 'Pergunta',
  condition: 'Condição',
  randomizer: 'Randomizador',
  ticket: 'Ticket',
  queue: 'Fila',
  agent: 'Atendente',
  tag: 'Tag',
  lane: 'Coluna',
  data: 'Dados',
  hours: 'Horário',
  files: 'Arquivos',
  template: 'Modelo',
  flow: 'Fluxo',
  note: 'Nota',
  close: 'Encerrar',
  typebot: 'TypeBot',
  openai: 'OpenAI',
};

const OTHER_REASON = 'ocorreu um erro no fluxo';
const reasonTexts: Partial<Record<EndReason, string>> = {
  failed: 'o cliente não respondeu como esperado ou um passo falhou',
  tooManySteps: 'o fluxo deu passos demais sem esperar pelo cliente',
  tooDeep: 'um fluxo chamou outros fluxos vezes demais',
  tooOld: 'a conversa ficou tempo demais no fluxo',
  broken: 'o passo seguinte do fluxo não existe mais',
  queueMissing: 'a fila escolhida não existe mais',
  flowMissing: 'o fluxo chamado está desativado ou não existe mais',
  notRunnable: 'este passo ainda não pode ser executado',
};
/** The note that explains to the agent why the flow stopped. */
export function fallbackNote(reason: EndReason, path: readonly string[], answers: readonly [string, string][]): string {
  return [
    `O fluxo parou: ${reasonTexts[reason] ?? OTHER_REASON}.`,
    ...(path.length > 0 ? [`Caminho: ${path.join(' → ')}`] : []),
    ...(answers.length > 0 ? ['Respostas:', ...answers.map(([key, value]) => `- ${key}: ${value}`)] : []),
  ].join('\n');
}
