import { texts } from '../../lib/texts.ts';

export const healthTexts = texts({
  title: { pt: 'Saúde da conexão', en: 'Connection health', es: 'Salud de la conexión' },
  ofConnection: { pt: 'Saúde de {name}: {word}', en: 'Health of {name}: {word}', es: 'Salud de {name}: {word}' },
  green: { pt: 'Saudável', en: 'Healthy', es: 'Saludable' },
  yellow: { pt: 'Atenção', en: 'Warning', es: 'Atención' },
  red: { pt: 'Em risco', en: 'At risk', es: 'En riesgo' },
  grey: { pt: 'Sem dados', en: 'No data yet', es: 'Sin datos' },
  allWell: { pt: 'Nenhum problema encontrado.', en: 'No problems found.', es: 'No se encontraron problemas.' },
  notYet: {
    pt: 'Ainda não houve envios por aqui.',
    en: 'Nothing has been sent through it yet.',
    es: 'Aún no hay envíos por aquí.',
  },

  banned: {
    pt: 'O canal baniu este número.',
    en: 'The channel has banned this number.',
    es: 'El canal bloqueó este número.',
  },
  'account-refused': {
    pt: 'O canal não aceita mais esta conta.',
    en: 'The channel no longer accepts this account.',
    es: 'El canal ya no acepta esta cuenta.',
  },
  restricted: {
    pt: 'O canal restringiu esta conta.',
    en: 'The channel has restricted this account.',
    es: 'El canal restringió esta cuenta.',
  },
  'quality-low': {
    pt: 'Qualidade baixa para o canal.',
    en: 'The channel reports low quality.',
    es: 'Calidad baja para el canal.',
  },
  'refusals-high': {
    pt: '{value}% dos envios são recusados.',
    en: '{value}% of messages are refused.',
    es: 'Se rechaza el {value} % de los envíos.',
  },
  disconnected: { pt: 'Está desconectada.', en: 'It is disconnected.', es: 'Está desconectada.' },
  'quality-medium': {
    pt: 'Qualidade média para o canal.',
    en: 'The channel reports medium quality.',
    es: 'Calidad media para el canal.',
  },
  'refusals-some': {
    pt: '{value}% dos envios são recusados.',
    en: '{value}% of messages are refused.',
    es: 'Se rechaza el {value} % de los envíos.',
  },
  disconnections: { pt: 'Caiu {value} vezes.', en: 'It disconnected {value} times.', es: 'Se cayó {value} veces.' },
  paused: {
    pt: 'Envios em pausa por um momento.',
    en: 'Sending is paused for a moment.',
    es: 'Envíos en pausa por un momento.',
  },
  'no-answer': {
    pt: 'O canal demora a responder.',
    en: 'The channel is slow to answer.',
    es: 'El canal tarda en responder.',
  },
  'slowed-down': {
    pt: 'O canal pediu {value} vezes para ir mais devagar.',
    en: 'The channel asked {value} times to slow down.',
    es: 'El canal pidió {value} veces ir más despacio.',
  },
  backlog: {
    pt: '{value} mensagens na fila de envio.',
    en: '{value} messages in the send queue.',
    es: '{value} mensajes en la cola de envío.',
  },

  log: { pt: 'O que o canal informou', en: 'Reports from the channel', es: 'Lo que informó el canal' },
  report: { pt: 'O canal informou: {label}', en: 'The channel reported: {label}', es: 'El canal informó: {label}' },
  restored: {
    pt: 'O canal liberou esta conta.',
    en: 'The channel has restored this account.',
    es: 'El canal habilitó esta cuenta.',
  },
  'quality-high': {
    pt: 'Qualidade alta para o canal.',
    en: 'The channel reports high quality.',
    es: 'Calidad alta para el canal.',
  },
  limit: {
    pt: 'O canal mudou o limite de contatos por dia.',
    en: 'The channel changed the daily limit of contacts.',
    es: 'El canal cambió el límite diario de contactos.',
  },
  pass_thread_control: {
    pt: 'Uma conversa passou para outro aplicativo.',
    en: 'A conversation was passed to another app.',
    es: 'Una conversación pasó a otra aplicación.',
  },
  take_thread_control: {
    pt: 'Outro aplicativo assumiu uma conversa.',
    en: 'Another app took over a conversation.',
    es: 'Otra aplicación asumió una conversación.',
  },
  request_thread_control: {
    pt: 'Um aplicativo pediu o controle de uma conversa.',
    en: 'An app requested control of a conversation.',
    es: 'Una aplicación pidió el control de una conversación.',
  },
  security: {
    pt: 'A segurança da conta mudou.',
    en: 'The security of the account changed.',
    es: 'La seguridad de la cuenta cambió.',
  },
  account_update: {
    pt: 'Houve uma mudança na conta.',
    en: 'The account changed.',
    es: 'Hubo un cambio en la cuenta.',
  },
  user_preferences: {
    pt: 'Um contato mudou as preferências de mensagens.',
    en: 'A contact changed their message preferences.',
    es: 'Un contacto cambió sus preferencias de mensajes.',
  },
  'policy_enforcement.warning': {
    pt: 'O canal avisou de uma violação das regras.',
    en: 'The channel warned of a policy violation.',
    es: 'El canal avisó de una infracción de las reglas.',
  },

  lastHour: { pt: 'Última hora', en: 'Last hour', es: 'Última hora' },
  lastDay: { pt: '24 horas', en: '24 hours', es: '24 horas' },
  sent: { pt: 'Enviadas', en: 'Sent', es: 'Enviados' },
  refused: { pt: 'Recusadas', en: 'Refused', es: 'Rechazados' },
  slowedDown: { pt: 'Pedidos para ir mais devagar', en: 'Requests to slow down', es: 'Pedidos de ir más despacio' },
  unanswered: { pt: 'Sem resposta', en: 'Unanswered', es: 'Sin respuesta' },
  disconnectionCount: { pt: 'Quedas', en: 'Disconnections', es: 'Caídas' },
  quality: { pt: 'Qualidade no canal', en: 'Quality on the channel', es: 'Calidad en el canal' },
  high: { pt: 'Alta', en: 'High', es: 'Alta' },
  medium: { pt: 'Média', en: 'Medium', es: 'Media' },
  low: { pt: 'Baixa', en: 'Low', es: 'Baja' },
  waiting: { pt: 'Na fila de envio', en: 'In the send queue', es: 'En la cola de envío' },
  thousand: { pt: 'mais de mil', en: 'over a thousand', es: 'más de mil' },
  pausedUntil: { pt: 'Em pausa até', en: 'Paused until', es: 'En pausa hasta' },
  pace: { pt: 'Ritmo de envio', en: 'Sending rate', es: 'Ritmo de envío' },
  paceText: {
    pt: 'até {perSecond} por segundo',
    en: 'up to {perSecond} per second',
    es: 'hasta {perSecond} por segundo',
  },
  budget: { pt: 'Envio em massa hoje', en: 'Bulk sending today', es: 'Envío masivo hoy' },
  budgetText: { pt: '{left} de {all} contatos', en: '{left} of {all} contacts', es: '{left} de {all} contactos' },
  budgetFree: { pt: 'sem limite', en: 'no limit', es: 'sin límite' },
});
