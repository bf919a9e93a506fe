import { texts } from '../../../lib/texts.ts';

/** The log's types, each as a sentence about who did it and where. */
export const logTexts = texts({
  title: { pt: 'Histórico do atendimento', en: 'History of the conversation', es: 'Historial de la atención' },
  empty: { pt: 'Nada aconteceu ainda', en: 'Nothing has happened yet', es: 'Aún no pasó nada' },
  house: { pt: 'O sistema', en: 'The system', es: 'El sistema' },
  create: { pt: 'Conversa iniciada', en: 'Conversation started', es: 'Conversación iniciada' },
  chatBot: {
    pt: 'Assistente iniciou a conversa',
    en: 'The assistant started',
    es: 'El asistente inició la conversación',
  },
  queue: { pt: 'Entrou na fila {queue}', en: 'Entered the queue {queue}', es: 'Entró en la fila {queue}' },
  open: { pt: '{user} aceitou', en: '{user} accepted', es: '{user} aceptó' },
  access: { pt: '{user} abriu a conversa', en: '{user} opened the conversation', es: '{user} abrió la conversación' },
  transfered: {
    pt: '{user} transferiu a conversa',
    en: '{user} transferred the conversation',
    es: '{user} transfirió la conversación',
  },
  receivedTransfer: {
    pt: '{user} recebeu a transferência',
    en: '{user} received the transfer',
    es: '{user} recibió la transferencia',
  },
  pending: { pt: '{user} devolveu à fila', en: '{user} gave it back to the queue', es: '{user} la devolvió a la fila' },
  closed: { pt: '{user} resolveu', en: '{user} resolved it', es: '{user} la resolvió' },
  reopen: { pt: '{user} reabriu', en: '{user} reopened it', es: '{user} la reabrió' },
  redirect: { pt: 'Redirecionada', en: 'Redirected', es: 'Redirigida' },
  nps: { pt: 'Pesquisa de satisfação enviada', en: 'Satisfaction survey sent', es: 'Encuesta de satisfacción enviada' },
  lgpd: { pt: 'Consentimento LGPD pedido', en: 'LGPD consent asked for', es: 'Consentimiento LGPD solicitado' },
  autoClose: {
    pt: 'Resolvida automaticamente por inatividade',
    en: 'Resolved automatically for inactivity',
    es: 'Resuelta automáticamente por inactividad',
  },
  clientClosed: { pt: 'O cliente encerrou', en: 'The customer ended it', es: 'El cliente la cerró' },
  other: { pt: 'Outro evento', en: 'Another event', es: 'Otro evento' },
});
