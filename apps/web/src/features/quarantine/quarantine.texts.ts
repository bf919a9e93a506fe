import { texts } from '../../lib/texts.ts';

export const quarantineTexts = texts({
  title: { pt: 'Não processadas', en: 'Not processed', es: 'No procesados' },
  notice: {
    pt: 'Estas mensagens chegaram, mas não puderam ser processadas. Nada é apagado até você decidir.',
    en: 'These messages arrived but could not be processed. Nothing is deleted until you decide.',
    es: 'Estos mensajes llegaron, pero no se pudieron procesar. Nada se borra hasta que decidas.',
  },
  connection: { pt: 'Conexão', en: 'Connection', es: 'Conexión' },
  everyConnection: { pt: 'Todas as conexões', en: 'All connections', es: 'Todas las conexiones' },
  removedConnection: { pt: '(excluída)', en: '(deleted)', es: '(eliminada)' },
  at: { pt: 'Quando', en: 'When', es: 'Cuándo' },
  what: { pt: 'O que chegou', en: 'What arrived', es: 'Qué llegó' },
  excerpt: { pt: 'Trecho', en: 'Excerpt', es: 'Fragmento' },
  reason: { pt: 'Motivo', en: 'Reason', es: 'Motivo' },
  withoutText: { pt: '(sem texto)', en: '(no text)', es: '(sin texto)' },

  delivery: { pt: 'Pacote do canal', en: 'Channel data', es: 'Paquete del canal' },
  message: { pt: 'Mensagem', en: 'Message', es: 'Mensaje' },
  messageOf: { pt: 'Mensagem de {name}', en: 'Message from {name}', es: 'Mensaje de {name}' },
  receipt: { pt: 'Confirmação de entrega', en: 'Delivery receipt', es: 'Confirmación de entrega' },
  edited: { pt: 'Edição de mensagem', en: 'Message edit', es: 'Edición de mensaje' },
  removed: {
    pt: 'Mensagem apagada pelo cliente',
    en: 'Message deleted by the customer',
    es: 'Mensaje borrado por el cliente',
  },
  otherKind: { pt: 'Notificação do canal', en: 'Channel notification', es: 'Notificación del canal' },

  unreadable: {
    pt: 'O conteúdo não pôde ser lido.',
    en: 'The content could not be read.',
    es: 'No se pudo leer el contenido.',
  },
  'too-many-items': {
    pt: 'O pacote tem mais itens do que um canal envia.',
    en: 'The data has more items than a channel sends.',
    es: 'El paquete tiene más elementos de los que envía un canal.',
  },
  keys: {
    pt: 'As chaves da conexão não puderam ser abertas. Vincule a conexão de novo e reprocesse.',
    en: 'The keys of the connection could not be opened. Link the connection again, then process again.',
    es: 'No se pudieron abrir las claves de la conexión. Vincula la conexión de nuevo y reprocesa.',
  },
  failed: {
    pt: 'O processamento falhou várias vezes.',
    en: 'Processing failed several times.',
    es: 'El procesamiento falló varias veces.',
  },
  database: {
    pt: 'O banco de dados não respondeu por horas.',
    en: 'The database did not respond for hours.',
    es: 'La base de datos no respondió durante horas.',
  },

  putBack: { pt: 'Reprocessar', en: 'Process again', es: 'Reprocesar' },
  putBackNamed: {
    pt: 'Reprocessar o item de {at}',
    en: 'Process the item of {at} again',
    es: 'Reprocesar el elemento de {at}',
  },
  putBackDone: {
    pt: 'O item voltou para o processamento',
    en: 'The item is being processed again',
    es: 'El elemento se está reprocesando',
  },
  putBackAll: { pt: 'Reprocessar tudo', en: 'Process all again', es: 'Reprocesar todo' },
  putBackAllTitle: {
    pt: 'Reprocessar todos os itens?',
    en: 'Process all items again?',
    es: '¿Reprocesar todos los elementos?',
  },
  putBackAllText: {
    pt: 'As mensagens entram nas conversas agora, e o bot pode responder. O que falhar de novo volta para esta lista.',
    en: 'The messages enter their conversations now, and the bot may reply. What fails again returns to this list.',
    es: 'Los mensajes entran en las conversaciones ahora, y el bot puede responder. Lo que falle de nuevo vuelve a esta lista.',
  },
  putBackAllDone: {
    pt: '{count} itens voltaram para o processamento',
    en: '{count} items are being processed again',
    es: '{count} elementos se están reprocesando',
  },
  putBackNone: {
    pt: 'Nenhum item pode ser reprocessado.',
    en: 'No item can be processed again.',
    es: 'Ningún elemento se puede reprocesar.',
  },
  discard: { pt: 'Descartar', en: 'Discard', es: 'Descartar' },
  discardNamed: { pt: 'Descartar o item de {at}', en: 'Discard the item of {at}', es: 'Descartar el elemento de {at}' },
  discardTitle: { pt: 'Descartar este item?', en: 'Discard this item?', es: '¿Descartar este elemento?' },
  discardText: {
    pt: 'O conteúdo é apagado para sempre e não entra em nenhuma conversa.',
    en: 'The content is deleted for good and enters no conversation.',
    es: 'El contenido se borra para siempre y no entra en ninguna conversación.',
  },
  discardDone: { pt: 'Item descartado', en: 'Item discarded', es: 'Elemento descartado' },

  emptyTitle: { pt: 'Tudo processado', en: 'Everything processed', es: 'Todo procesado' },
  emptyText: {
    pt: 'Toda mensagem recebida entrou na sua conversa.',
    en: 'Every received message has entered its conversation.',
    es: 'Cada mensaje recibido entró en su conversación.',
  },
});
