import { texts } from '../../lib/texts.ts';

export const faultTexts = texts({
  title: { pt: 'Falhas da rede', en: 'Network faults', es: 'Fallas de la red' },
  intro: {
    pt: 'Veja como o atendimento se comporta quando o canal falha.',
    en: 'See how the service behaves when the channel fails.',
    es: 'Mira cómo se comporta la atención cuando el canal falla.',
  },
  apply: { pt: 'Aplicar falhas', en: 'Apply faults', es: 'Aplicar fallas' },
  mend: { pt: 'Voltar ao normal', en: 'Return to normal', es: 'Volver a la normalidad' },
  saved: { pt: 'Rede ajustada', en: 'Network adjusted', es: 'Red ajustada' },
  ours: { pt: 'O que o sistema envia', en: 'What the system sends', es: 'Lo que envía el sistema' },
  sends: { pt: 'Cada envio', en: 'Each send', es: 'Cada envío' },
  refusal: { pt: 'Motivo da recusa', en: 'Reason for the refusal', es: 'Motivo del rechazo' },
  retryAfter: { pt: 'Tentar depois de (s)', en: 'Try again after (s)', es: 'Intentar después de (s)' },
  times: { pt: 'Quantas vezes', en: 'How many times', es: 'Cuántas veces' },
  timesHint: {
    pt: 'Se vazio, vale até você mudar.',
    en: 'If empty, until you change it.',
    es: 'Si está vacío, hasta que lo cambies.',
  },
  slow: { pt: 'Demora de cada resposta (ms)', en: 'Delay of each response (ms)', es: 'Demora de cada respuesta (ms)' },
  theirs: { pt: 'O que o canal entrega', en: 'What the channel delivers', es: 'Lo que entrega el canal' },
  duplicate: {
    pt: 'Duplicar uma entrega a cada',
    en: 'Duplicate one delivery in every',
    es: 'Duplicar una entrega de cada',
  },
  duplicateHint: {
    pt: '0 significa nunca, 1 significa sempre.',
    en: '0 means never, 1 means always.',
    es: '0 significa nunca, 1 significa siempre.',
  },
  shuffle: { pt: 'Entregas fora de ordem', en: 'Deliveries out of order', es: 'Entregas fuera de orden' },
  shuffleHint: {
    pt: 'Quantas o canal segura para embaralhar; 0 entrega na hora.',
    en: 'How many the channel holds back to shuffle; 0 delivers immediately.',
    es: 'Cuántas retiene el canal para mezclar; 0 entrega al momento.',
  },
  receipts: { pt: 'Atraso das confirmações (ms)', en: 'Receipt delay (ms)', es: 'Retraso de las confirmaciones (ms)' },
  reversed: { pt: 'Confirmações fora de ordem', en: 'Receipts out of order', es: 'Confirmaciones fuera de orden' },
  reversedText: {
    pt: '“Lida” chega antes de “entregue”.',
    en: '“Read” comes before “delivered”.',
    es: '“Leído” llega antes que “entregado”.',
  },
  media: { pt: 'Downloads falham', en: 'Downloads fail', es: 'Las descargas fallan' },
  mediaText: {
    pt: 'Nenhum arquivo do cliente pode ser baixado.',
    en: 'None of the customer’s files can be downloaded.',
    es: 'Ningún archivo del cliente se puede descargar.',
  },
});

/** How a send ends. */
export const sendTexts = texts({
  fine: { pt: 'Dá certo', en: 'Succeeds', es: 'Sale bien' },
  refuse: { pt: 'É recusado', en: 'Is refused', es: 'Es rechazado' },
  busy: {
    pt: 'Recebe um pedido para ir mais devagar',
    en: 'Gets a request to slow down',
    es: 'Recibe un pedido de ir más despacio',
  },
  down: { pt: 'Encontra o canal fora do ar', en: 'Finds the channel down', es: 'Encuentra el canal caído' },
  'before-read': {
    pt: 'Fica sem resposta e não é enviado',
    en: 'Gets no response and is not sent',
    es: 'Queda sin respuesta y no se envía',
  },
  'after-read': {
    pt: 'Fica sem resposta, mas é enviado',
    en: 'Gets no response, but is sent',
    es: 'Queda sin respuesta, pero se envía',
  },
  reset: { pt: 'Perde a conexão no meio', en: 'Loses the connection midway', es: 'Pierde la conexión a la mitad' },
  garbage: {
    pt: 'Recebe uma resposta inválida',
    en: 'Gets an invalid response',
    es: 'Recibe una respuesta inválida',
  },
});

export const rejectionTexts = texts({
  window: {
    pt: 'A janela de 24 horas terminou',
    en: 'The 24-hour window has closed',
    es: 'La ventana de 24 horas terminó',
  },
  blocked: { pt: 'O cliente bloqueou', en: 'The customer blocked us', es: 'El cliente nos bloqueó' },
  unsupported: { pt: 'Conteúdo não aceito', en: 'Content not accepted', es: 'Contenido no aceptado' },
  'invalid-number': { pt: 'Número inválido', en: 'Invalid number', es: 'Número inválido' },
  'too-large': { pt: 'Arquivo grande demais', en: 'File too large', es: 'Archivo demasiado grande' },
  dead: { pt: 'Conta não aceita mais', en: 'Account no longer accepted', es: 'Cuenta ya no aceptada' },
  other: { pt: 'Outro motivo', en: 'Other reason', es: 'Otro motivo' },
});
