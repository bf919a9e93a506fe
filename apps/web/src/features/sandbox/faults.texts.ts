import { texts } from '../../lib/texts.ts';

export const faultTexts = texts({
  title: { pt: 'Falhas da rede', en: 'Network faults', es: 'Fallas de la red' },
  intro: {
    pt: 'Veja como o atendimento se comporta quando o canal não ajuda.',
    en: 'See how things go when the channel does not help.',
    es: 'Mira cómo se comporta la atención cuando el canal no ayuda.',
  },
  apply: { pt: 'Aplicar falhas', en: 'Apply faults', es: 'Aplicar fallas' },
  mend: { pt: 'Voltar ao normal', en: 'Back to normal', es: 'Volver a la normalidad' },
  saved: { pt: 'Rede ajustada', en: 'Network adjusted', es: 'Red ajustada' },
  ours: { pt: 'O que o sistema envia', en: 'What the system sends', es: 'Lo que envía el sistema' },
  sends: { pt: 'Cada envio', en: 'Each send', es: 'Cada envío' },
  refusal: { pt: 'Motivo da recusa', en: 'Reason of the refusal', es: 'Motivo del rechazo' },
  retryAfter: { pt: 'Tentar depois de (s)', en: 'Try again after (s)', es: 'Intentar después de (s)' },
  times: { pt: 'Quantas vezes', en: 'How many times', es: 'Cuántas veces' },
  timesHint: { pt: 'Vazio: até mudar.', en: 'Empty: until it is changed.', es: 'Vacío: hasta cambiarlo.' },
  slow: { pt: 'Demora de cada resposta (ms)', en: 'Delay of each answer (ms)', es: 'Demora de cada respuesta (ms)' },
  theirs: { pt: 'O que o canal entrega', en: 'What the channel delivers', es: 'Lo que entrega el canal' },
  duplicate: { pt: 'Entregar em dobro uma em cada', en: 'Deliver twice one in', es: 'Entregar dos veces una de cada' },
  duplicateHint: { pt: '0 é nunca, 1 é sempre.', en: '0 is never, 1 is always.', es: '0 es nunca, 1 es siempre.' },
  shuffle: { pt: 'Entregas fora de ordem', en: 'Deliveries out of order', es: 'Entregas fuera de orden' },
  shuffleHint: {
    pt: 'Quantas o canal segura para embaralhar; 0 entrega na hora.',
    en: 'How many the channel holds to shuffle; 0 delivers at once.',
    es: 'Cuántas retiene el canal para mezclar; 0 entrega al momento.',
  },
  receipts: { pt: 'Atraso dos recibos (ms)', en: 'Delay of receipts (ms)', es: 'Atraso de los acuses (ms)' },
  reversed: { pt: 'Recibos trocados', en: 'Receipts reversed', es: 'Acuses al revés' },
  reversedText: {
    pt: '“Lida” chega antes de “entregue”.',
    en: '“Read” comes before “delivered”.',
    es: '“Leído” llega antes que “entregado”.',
  },
  media: { pt: 'Arquivos quebrados', en: 'Broken files', es: 'Archivos rotos' },
  mediaText: {
    pt: 'Nenhum arquivo do cliente pode ser baixado.',
    en: 'No file of the customer can be fetched.',
    es: 'Ningún archivo del cliente se puede descargar.',
  },
});

/** How a send ends. */
export const sendTexts = texts({
  fine: { pt: 'Dá certo', en: 'Goes well', es: 'Sale bien' },
  refuse: { pt: 'É recusado', en: 'Is refused', es: 'Es rechazado' },
  busy: { pt: 'Recebe “mais devagar” (429)', en: 'Is told to slow down (429)', es: 'Recibe “más despacio” (429)' },
  down: { pt: 'Encontra o canal fora do ar', en: 'Finds the channel down', es: 'Encuentra el canal caído' },
  'before-read': {
    pt: 'Fica sem resposta e não sai',
    en: 'Gets no answer and does not leave',
    es: 'Queda sin respuesta y no sale',
  },
  'after-read': {
    pt: 'Fica sem resposta, mas sai',
    en: 'Gets no answer, yet leaves',
    es: 'Queda sin respuesta, pero sale',
  },
  reset: { pt: 'Perde a ligação no meio', en: 'Loses the line midway', es: 'Pierde la línea a la mitad' },
  garbage: {
    pt: 'Recebe uma resposta sem sentido',
    en: 'Gets a senseless answer',
    es: 'Recibe una respuesta sin sentido',
  },
});

export const rejectionTexts = texts({
  window: { pt: 'Passaram 24 horas', en: '24 hours are over', es: 'Pasaron 24 horas' },
  blocked: { pt: 'O cliente bloqueou', en: 'The customer blocked us', es: 'El cliente bloqueó' },
  unsupported: { pt: 'Conteúdo não aceito', en: 'Content not accepted', es: 'Contenido no aceptado' },
  'invalid-number': { pt: 'Número inválido', en: 'Invalid number', es: 'Número inválido' },
  'too-large': { pt: 'Arquivo grande demais', en: 'File too large', es: 'Archivo demasiado grande' },
  dead: { pt: 'Conta não aceita mais', en: 'Account no longer accepted', es: 'Cuenta ya no aceptada' },
  other: { pt: 'Outro motivo', en: 'Another reason', es: 'Otro motivo' },
});
