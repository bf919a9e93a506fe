import { texts } from '../../lib/texts.ts';

export const importTexts = texts({
  imports: { pt: 'Importar mensagens antigas', en: 'Import old messages', es: 'Importar mensajes antiguos' },
  importsText: {
    pt: 'Traz as conversas que já estavam no celular, sem notificações e sem respostas do bot.',
    en: 'Imports the conversations already on the phone, without notifications or bot replies.',
    es: 'Trae las conversaciones que ya estaban en el teléfono, sin notificaciones ni respuestas del bot.',
  },
  from: { pt: 'Mensagens desde', en: 'Messages since', es: 'Mensajes desde' },
  until: { pt: 'Mensagens até', en: 'Messages until', es: 'Mensajes hasta' },
  queue: {
    pt: 'Fila das conversas importadas',
    en: 'Queue for the imported conversations',
    es: 'Cola de las conversaciones importadas',
  },
  groups: { pt: 'Importar também os grupos', en: 'Import groups too', es: 'Importar también los grupos' },
  closes: {
    pt: 'Resolver as conversas ao terminar',
    en: 'Resolve the conversations at the end',
    es: 'Resolver las conversaciones al terminar',
  },
  closesText: {
    pt: 'Quando desligado, elas ficam em Aguardando até alguém resolver.',
    en: 'When off, they stay in Waiting until someone resolves them.',
    es: 'Cuando está desactivado, quedan en espera hasta que alguien las resuelva.',
  },
  tooOld: { pt: 'No máximo 2 anos atrás', en: 'No earlier than 2 years ago', es: 'Como máximo hace 2 años' },
  future: { pt: 'Esta data ainda não chegou', en: 'This date is in the future', es: 'Esta fecha está en el futuro' },
  order: {
    pt: 'O fim deve ser depois do começo',
    en: 'The end must be after the start',
    es: 'El final debe ser posterior al comienzo',
  },
  // What saving does
  askTitle: {
    pt: 'Importar as mensagens de “{name}”?',
    en: 'Import the messages from “{name}”?',
    es: '¿Importar los mensajes de “{name}”?',
  },
  askText: {
    pt: 'A conexão é desconectada agora e pede um novo QR Code. As mensagens antigas chegam depois que ele for lido; até lá, nada novo chega por ela.',
    en: 'The connection is disconnected now and asks for a new QR code. The old messages arrive after you scan it; until then, nothing new arrives through it.',
    es: 'La conexión se desconecta ahora y pide un nuevo código QR. Los mensajes antiguos llegan después de leerlo; hasta entonces no llega nada nuevo por ella.',
  },
  askVerb: { pt: 'Salvar e desconectar', en: 'Save and disconnect', es: 'Guardar y desconectar' },
  // How far it is
  importing: { pt: 'Importando mensagens antigas', en: 'Importing old messages', es: 'Importando mensajes antiguos' },
  imported: { pt: 'Mensagens antigas importadas', en: 'Old messages imported', es: 'Mensajes antiguos importados' },
  ofConnection: { pt: '{what} · {name}', en: '{what} · {name}', es: '{what} · {name}' },
  preparing: { pt: 'Preparando: {seconds} s', en: 'Preparing: {seconds} s', es: 'Preparando: {seconds} s' },
  gathering: { pt: 'Reunindo as mensagens…', en: 'Collecting the messages…', es: 'Reuniendo los mensajes…' },
  ofAll: { pt: '{done} de {all}', en: '{done} of {all}', es: '{done} de {all}' },
  waitingClose: {
    pt: 'As conversas importadas estão em Aguardando.',
    en: 'The imported conversations are in Waiting.',
    es: 'Las conversaciones importadas están en espera.',
  },
  closeAll: {
    pt: 'Resolver conversas importadas',
    en: 'Resolve imported conversations',
    es: 'Resolver conversaciones importadas',
  },
  closeTitle: {
    pt: 'Resolver as conversas importadas de “{name}”?',
    en: 'Resolve the conversations imported from “{name}”?',
    es: '¿Resolver las conversaciones importadas de “{name}”?',
  },
  closeText: {
    pt: 'Todas as que ainda aguardam são resolvidas, sem mensagem ao cliente. Pode levar alguns minutos.',
    en: 'All that are still waiting are resolved, without a message to the customer. This may take a few minutes.',
    es: 'Todas las que aún esperan se resuelven, sin mensaje al cliente. Puede tardar unos minutos.',
  },
  closing: {
    pt: 'Resolvendo as conversas importadas',
    en: 'Resolving the imported conversations',
    es: 'Resolviendo las conversaciones importadas',
  },
});
