import type { NodeType } from './document.ts';
import type { TraceReason } from './run.ts';

/** Built-in texts of flows for customers and agents, in Portuguese. */
export const flowTexts = {
  notAnOption: 'Não encontrei essa opção. Escolha uma das opções abaixo.',
  exitToHuman: 'Falar com um atendente',
  exitToEnd: 'Encerrar a conversa',
  notUnderstood: 'Não entendi. Pode escrever de outra forma?',
  writeInstead: 'Não consigo ouvir áudios por aqui. Por favor, escreva a sua resposta.',
} as const;

/** What a model or bot gets for a file without a text. */
export const mediaTexts = {
  image: '[imagem]',
  audio: '[áudio]',
  video: '[vídeo]',
  document: '[documento]',
  sticker: '[figurinha]',
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
  close: 'Resolver',
  http: 'HTTP',
  webhook: 'n8n / Webhook',
  typebot: 'TypeBot',
  openai: 'OpenAI',
};

const OTHER_REASON = 'ocorreu um erro no fluxo';
const reasonTexts: Partial<Record<TraceReason, string>> = {
  failed: 'o cliente não respondeu como esperado ou um passo falhou',
  tooManySteps: 'o fluxo deu passos demais sem esperar pelo cliente',
  tooDeep: 'um fluxo chamou outros fluxos vezes demais',
  tooOld: 'a conversa ficou tempo demais no fluxo',
  broken: 'o passo seguinte do fluxo não existe mais',
  queueMissing: 'a fila escolhida não existe mais',
  flowMissing: 'o fluxo chamado está desativado ou não existe mais',
  flowRemoved: 'o fluxo, o prompt ou a integração não existe mais',
  triesUsedUp: 'o cliente não respondeu como esperado',
  windowClosed: 'a janela de 24 horas se fechou',
  turnsUsedUp: 'o bot respondeu o número máximo de vezes',
  address: 'o endereço do serviço externo não pode ser usado',
  unreachable: 'o serviço externo não pôde ser alcançado',
  tooSlow: 'o serviço externo não respondeu a tempo',
  busy: 'o serviço externo está ocupado',
  down: 'o serviço externo está com problemas',
  quota: 'a cota do serviço externo acabou',
  key: 'a chave do serviço externo não foi aceita',
  request: 'o serviço externo recusou o pedido',
  tooLarge: 'a resposta do serviço externo é grande demais',
  unreadable: 'a resposta do serviço externo não pôde ser lida',
  notConfigured: 'a integração, o prompt ou a chave não está configurado',
  ceilingReached: 'o limite de uso de IA foi atingido',
  breakerOpen: 'o serviço externo falhou várias vezes e está em pausa',
  interrupted: 'a chamada ao serviço externo foi interrompida',
};
/** The note that explains to the agent why the flow stopped. */
export function fallbackNote(
  reason: TraceReason,
  path: readonly string[],
  answers: readonly [string, string][],
): string {
  return [
    `O fluxo parou: ${reasonTexts[reason] ?? OTHER_REASON}.`,
    ...(path.length > 0 ? [`Caminho: ${path.join(' → ')}`] : []),
    ...(answers.length > 0 ? ['Respostas:', ...answers.map(([key, value]) => `- ${key}: ${value}`)] : []),
  ].join('\n');
}
