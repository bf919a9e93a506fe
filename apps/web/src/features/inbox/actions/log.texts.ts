import { texts } from '../../../lib/texts.ts';

/** One sentence per type of log entry, with its user and queue. */
export const logTexts = texts({
  title: { pt: 'Histórico da conversa', en: 'Conversation history', es: 'Historial de la conversación' },
  empty: { pt: 'Nenhum evento ainda', en: 'No events yet', es: 'Aún no hay eventos' },
  house: { pt: 'O sistema', en: 'The system', es: 'El sistema' },
  create: { pt: 'Conversa iniciada', en: 'Conversation started', es: 'Conversación iniciada' },
  chatBot: {
    pt: 'O bot iniciou a conversa',
    en: 'The bot started the conversation',
    es: 'El bot inició la conversación',
  },
  queue: { pt: 'Entrou na fila {queue}', en: 'Entered the queue {queue}', es: 'Entró en la cola {queue}' },
  open: { pt: '{user} aceitou', en: '{user} accepted', es: '{user} aceptó' },
  access: { pt: '{user} abriu a conversa', en: '{user} opened the conversation', es: '{user} abrió la conversación' },
  transfered: {
    pt: '{user} transferiu a conversa',
    en: '{user} transferred the conversation',
    es: '{user} transfirió la conversación',
  },
  transferredTo: {
    pt: '{user} transferiu para {to}, fila {queue}',
    en: '{user} transferred it to {to}, queue {queue}',
    es: '{user} la transfirió a {to}, cola {queue}',
  },
  transferredToAgent: {
    pt: '{user} transferiu para {to}',
    en: '{user} transferred it to {to}',
    es: '{user} la transfirió a {to}',
  },
  transferredToQueue: {
    pt: '{user} transferiu para a fila {queue}',
    en: '{user} transferred it to the queue {queue}',
    es: '{user} la transfirió a la cola {queue}',
  },
  receivedTransfer: {
    pt: '{user} recebeu a transferência',
    en: '{user} received the transfer',
    es: '{user} recibió la transferencia',
  },
  pending: { pt: '{user} devolveu à fila', en: '{user} returned it to the queue', es: '{user} la devolvió a la cola' },
  closed: { pt: '{user} resolveu', en: '{user} resolved it', es: '{user} la resolvió' },
  reopen: { pt: '{user} reabriu', en: '{user} reopened it', es: '{user} la reabrió' },
  redirect: { pt: 'Redirecionada', en: 'Redirected', es: 'Redirigida' },
  nps: { pt: 'Avaliação pedida', en: 'Rating requested', es: 'Evaluación pedida' },
  lgpd: { pt: 'Consentimento LGPD pedido', en: 'LGPD consent requested', es: 'Consentimiento LGPD solicitado' },
  autoClose: {
    pt: 'Resolvida automaticamente por inatividade',
    en: 'Resolved automatically due to inactivity',
    es: 'Resuelta automáticamente por inactividad',
  },
  clientClosed: {
    pt: 'O cliente saiu da conversa',
    en: 'The customer left the conversation',
    es: 'El cliente salió de la conversación',
  },
  other: { pt: 'Outro evento', en: 'Other event', es: 'Otro evento' },
});
