import { texts } from '../../lib/texts.ts';

/** Statuses, causes and reasons of campaigns, in the words of the screens. */
export const campaignTexts = texts({
  INATIVA: { pt: 'Inativa', en: 'Inactive', es: 'Inactiva' },
  PROGRAMADA: { pt: 'Programada', en: 'Scheduled', es: 'Programada' },
  EM_ANDAMENTO: { pt: 'Em andamento', en: 'Running', es: 'En curso' },
  CANCELADA: { pt: 'Cancelada', en: 'Canceled', es: 'Cancelada' },
  FINALIZADA: { pt: 'Finalizada', en: 'Finished', es: 'Finalizada' },
  paused: { pt: 'Pausada', en: 'Paused', es: 'En pausa' },
  onHold: { pt: 'Parada', en: 'On hold', es: 'Detenida' },
  waiting: { pt: 'Aguardando', en: 'Waiting', es: 'En espera' },

  // Why it sends nothing
  holdUser: { pt: 'Pausada por {name}.', en: 'Paused by {name}.', es: 'Pausada por {name}.' },
  holdUserUnknown: { pt: 'Pausada por um usuário.', en: 'Paused by a user.', es: 'Pausada por un usuario.' },
  holdConnection: {
    pt: 'A conexão está fora do ar. Continua sozinha quando ela voltar.',
    en: 'The connection is down. It continues by itself when the connection is back.',
    es: 'La conexión está caída. Continúa sola cuando vuelva.',
  },
  holdHealth: {
    pt: 'O número foi restringido pelo canal ou está em risco. Continua sozinha quando ele se recuperar.',
    en: 'The channel restricted the number, or it is at risk. It continues by itself when the number recovers.',
    es: 'El canal restringió el número o está en riesgo. Continúa sola cuando se recupere.',
  },
  holdHealthUntil: {
    pt: 'O canal restringiu o número. Continua sozinha {at}.',
    en: 'The channel restricted the number. It continues by itself {at}.',
    es: 'El canal restringió el número. Continúa sola {at}.',
  },
  holdSpamUntil: {
    pt: 'Muitas pessoas bloquearam ou denunciaram este número, e o canal limitou os envios. Continua sozinha {at}.',
    en: 'Many people blocked or reported this number, and the channel limited it. It continues by itself {at}.',
    es: 'Muchas personas bloquearon o denunciaron este número, y el canal limitó los envíos. Continúa sola {at}.',
  },
  holdTemplate: {
    pt: 'O modelo de mensagem não pode ser enviado agora.',
    en: 'The template cannot be sent now.',
    es: 'La plantilla no se puede enviar ahora.',
  },
  holdResults: {
    pt: 'Falhas ou pedidos para sair demais. Confira a mensagem e a lista antes de continuar.',
    en: 'Too many failures or opt-outs. Check the message and the list before you continue.',
    es: 'Demasiados fallos o bajas. Revisa el mensaje y la lista antes de continuar.',
  },
  holdFailed: {
    pt: 'Falhas demais nos últimos envios. Confira a mensagem e a lista antes de continuar.',
    en: 'Too many of the last messages failed. Check the message and the list before you continue.',
    es: 'Demasiados fallos en los últimos envíos. Revisa el mensaje y la lista antes de continuar.',
  },
  holdOptedOut: {
    pt: 'Pedidos para sair demais. Confira a mensagem e a lista antes de continuar.',
    en: 'Too many people opted out. Check the message and the list before you continue.',
    es: 'Demasiadas bajas. Revisa el mensaje y la lista antes de continuar.',
  },
  holdCompany: {
    pt: 'A empresa não pode enviar campanhas agora: confira a assinatura e a confirmação do e-mail. Continua sozinha quando puder.',
    en: 'The company cannot send campaigns now: check the subscription and the confirmation of the email. It continues by itself once it can.',
    es: 'La empresa no puede enviar campañas ahora: revisa la suscripción y la confirmación del correo. Continúa sola cuando pueda.',
  },
  holdUnattended: {
    pt: 'A conexão ficou um dia fora do ar. Confirme para continuar.',
    en: 'The connection was down for a day. Confirm to continue.',
    es: 'La conexión estuvo un día caída. Confirma para continuar.',
  },
  waitStart: { pt: 'Começa a enviar {at}.', en: 'Starts sending {at}.', es: 'Empieza a enviar {at}.' },
  waitHours: {
    pt: 'Fora do horário de envio. Volta {at}.',
    en: 'Outside the sending hours. Back {at}.',
    es: 'Fuera del horario de envío. Vuelve {at}.',
  },
  waitBudget: {
    pt: 'O limite do número por dia acabou. Volta {at}.',
    en: 'The daily limit of the number is used up. Back {at}.',
    es: 'Se agotó el límite diario del número. Vuelve {at}.',
  },
  waitCold: {
    pt: 'O limite de pessoas novas por dia acabou. Volta {at}.',
    en: 'The daily limit of new people is used up. Back {at}.',
    es: 'Se agotó el límite diario de personas nuevas. Vuelve {at}.',
  },
  waitRate: {
    pt: 'O canal pediu para ir mais devagar. Volta {at}.',
    en: 'The channel asked to slow down. Back {at}.',
    es: 'El canal pidió ir más despacio. Vuelve {at}.',
  },
  planning: { pt: 'Montando a lista de quem recebe.', en: 'Planning the recipients.', es: 'Preparando quién recibe.' },

  // When it ends
  ends: { pt: 'termina {at}', en: 'ends {at}', es: 'termina {at}' },
  today: { pt: 'hoje, {time}', en: 'today, {time}', es: 'hoy, {time}' },
  weekday: { pt: '{day}, {time}', en: '{day}, {time}', es: '{day}, {time}' },
  endNoHours: {
    pt: 'sem horário de envio',
    en: 'no sending hours',
    es: 'sin horario de envío',
  },
  endNoBudget: { pt: 'sem limite disponível', en: 'no budget available', es: 'sin cupo disponible' },
  endNoDate: { pt: 'sem data', en: 'no date', es: 'sin fecha' },
  endTooFar: { pt: 'daqui a mais de 60 dias', en: 'in more than 60 days', es: 'en más de 60 días' },
  endAsked: { pt: 'aguarda respostas', en: 'waits for replies', es: 'espera respuestas' },
  endHold: { pt: 'parada agora', en: 'on hold now', es: 'detenida ahora' },

  // Who is left out
  invalid: { pt: 'Sem WhatsApp', en: 'Without WhatsApp', es: 'Sin WhatsApp' },
  duplicate: { pt: 'Repetidos', en: 'Duplicates', es: 'Repetidos' },
  blocked: { pt: 'Bloqueados', en: 'Blocked', es: 'Bloqueados' },
  'opted-out': { pt: 'Pediram para sair', en: 'Opted out', es: 'Pidieron salir' },
  cold: {
    pt: 'Nunca escreveram para este número',
    en: 'Never wrote to this number',
    es: 'Nunca escribieron a este número',
  },
  'window-closed': {
    pt: 'Sem conversa nas últimas 24 horas',
    en: 'No conversation in the last 24 hours',
    es: 'Sin conversación en las últimas 24 horas',
  },
  'no-template': { pt: 'Falta o modelo aprovado', en: 'No approved template', es: 'Falta la plantilla aprobada' },
  erased: { pt: 'Dados apagados', en: 'Data erased', es: 'Datos borrados' },
  'held-back': {
    pt: 'Já receberam propaganda demais',
    en: 'Already received enough marketing',
    es: 'Ya recibieron demasiada publicidad',
  },
  otherReason: { pt: 'Outro motivo ({reason})', en: 'Other reason ({reason})', es: 'Otro motivo ({reason})' },

  // States of a recipient
  planned: { pt: 'Na fila', en: 'Queued', es: 'En cola' },
  asking: { pt: 'Pedindo confirmação', en: 'Asking for confirmation', es: 'Pidiendo confirmación' },
  asked: { pt: 'Aguardando confirmação', en: 'Waiting for confirmation', es: 'Esperando confirmación' },
  confirmed: { pt: 'Confirmou', en: 'Confirmed', es: 'Confirmó' },
  queued: { pt: 'Enviando', en: 'Sending', es: 'Enviando' },
  held: { pt: 'Retida pelo canal', en: 'Held by the channel', es: 'Retenida por el canal' },
  sent: { pt: 'Enviada', en: 'Sent', es: 'Enviada' },
  delivered: { pt: 'Entregue', en: 'Delivered', es: 'Entregada' },
  read: { pt: 'Lida', en: 'Read', es: 'Leída' },
  failed: { pt: 'Falhou', en: 'Failed', es: 'Falló' },
  unknown: { pt: 'Sem retorno do canal', en: 'No answer of the channel', es: 'Sin respuesta del canal' },
  skipped: { pt: 'Fora', en: 'Left out', es: 'Fuera' },
  declined: { pt: 'Recusou', en: 'Declined', es: 'Rechazó' },
  'no-answer': { pt: 'Não respondeu', en: 'No answer', es: 'No respondió' },
});
export type CampaignText = keyof typeof campaignTexts;
