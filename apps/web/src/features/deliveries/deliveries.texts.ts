import { texts } from '../../lib/texts.ts';

export const deliveryTexts = texts({
  title: { pt: 'Entregas', en: 'Deliveries', es: 'Entregas' },
  filter: { pt: 'Quais mensagens', en: 'Which messages', es: 'Qué mensajes' },
  troubled: { pt: 'Com pendência', en: 'Pending', es: 'Pendientes' },
  all: { pt: 'Todas', en: 'All', es: 'Todos' },
  connection: { pt: 'Conexão', en: 'Connection', es: 'Conexión' },
  everyConnection: { pt: 'Todas as conexões', en: 'All connections', es: 'Todas las conexiones' },
  contact: { pt: 'Contato', en: 'Contact', es: 'Contacto' },
  message: { pt: 'Mensagem', en: 'Message', es: 'Mensaje' },
  state: { pt: 'Situação', en: 'Status', es: 'Estado' },
  at: { pt: 'Quando', en: 'When', es: 'Cuándo' },
  incoming: { pt: 'Recebida', en: 'Incoming', es: 'Recibido' },
  outgoing: { pt: 'Enviada por nós', en: 'Sent by us', es: 'Enviado por nosotros' },
  tries: { pt: '{count} tentativas', en: '{count} attempts', es: '{count} intentos' },
  withoutText: { pt: '(sem texto)', en: '(no text)', es: '(sin texto)' },

  // States of a message, and the steps of its history
  received: { pt: 'Recebida', en: 'Received', es: 'Recibido' },
  stored: { pt: 'Guardada', en: 'Stored', es: 'Guardado' },
  queued: { pt: 'Na fila de envio', en: 'In the send queue', es: 'En la cola de envío' },
  sending: { pt: 'Enviando', en: 'Sending', es: 'Enviando' },
  accepted: { pt: 'Aceita pelo canal', en: 'Accepted by the channel', es: 'Aceptado por el canal' },
  sent: { pt: 'Enviada', en: 'Sent', es: 'Enviado' },
  delivered: { pt: 'Entregue', en: 'Delivered', es: 'Entregado' },
  read: { pt: 'Lida', en: 'Read', es: 'Leído' },
  played: { pt: 'Ouvida', en: 'Played', es: 'Escuchado' },
  failed: { pt: 'Não saiu', en: 'Not sent', es: 'No se envió' },
  unknown: { pt: 'Sem confirmação', en: 'Unconfirmed', es: 'Sin confirmación' },
  note: { pt: 'Nota interna', en: 'Internal note', es: 'Nota interna' },
  waiting: { pt: 'Esperando para tentar de novo', en: 'Waiting to try again', es: 'Esperando para reintentar' },
  resent: { pt: 'Reenviada', en: 'Sent again', es: 'Reenviado' },
  edited: { pt: 'Editada', en: 'Edited', es: 'Editado' },
  removed: { pt: 'Apagada', en: 'Deleted', es: 'Borrado' },
  'edit-failed': { pt: 'A edição não foi enviada', en: 'The edit was not sent', es: 'La edición no se envió' },
  'remove-failed': { pt: 'Não deu para apagar', en: 'Could not be deleted', es: 'No se pudo borrar' },

  // One message
  details: {
    pt: 'Ver o histórico de entrega da mensagem de {name}',
    en: 'See the delivery history of {name}’s message',
    es: 'Ver el historial de entrega del mensaje de {name}',
  },
  lifeTitle: { pt: 'Histórico de entrega', en: 'Delivery history', es: 'Historial de entrega' },
  lifeSteps: { pt: 'Passos', en: 'Steps', es: 'Pasos' },
  noSteps: {
    pt: 'Nenhum passo registrado ainda.',
    en: 'No steps recorded yet.',
    es: 'Aún no hay pasos registrados.',
  },
  close: { pt: 'Fechar', en: 'Close', es: 'Cerrar' },
  resend: { pt: 'Reenviar', en: 'Send again', es: 'Reenviar' },
  resendNamed: { pt: 'Reenviar para {name}', en: 'Send again to {name}', es: 'Reenviar a {name}' },
  resendTitle: {
    pt: 'Reenviar a mensagem para {name}?',
    en: 'Send the message to {name} again?',
    es: '¿Reenviar el mensaje a {name}?',
  },
  resendText: {
    pt: 'Ela não foi enviada: o cliente recebe uma só vez.',
    en: 'It was not sent: the customer receives it only once.',
    es: 'No se envió: el cliente lo recibe una sola vez.',
  },
  resendUnsure: {
    pt: 'Não sabemos se ela foi enviada. Se foi, o cliente recebe a mesma mensagem outra vez.',
    en: 'We do not know whether it was sent. If it was, the customer gets the same message again.',
    es: 'No sabemos si se envió. Si se envió, el cliente recibe el mismo mensaje otra vez.',
  },
  resendDone: {
    pt: 'Reenviando a mensagem',
    en: 'Sending the message again',
    es: 'Reenviando el mensaje',
  },

  emptyTitle: { pt: 'Tudo entregue', en: 'Everything delivered', es: 'Todo entregado' },
  emptyText: {
    pt: 'Nenhuma mensagem esperando, sem confirmação ou com falha.',
    en: 'No message is waiting, unconfirmed or failed.',
    es: 'No hay mensajes en espera, sin confirmación o con fallo.',
  },
  seeAll: { pt: 'Ver todas as mensagens', en: 'See all messages', es: 'Ver todos los mensajes' },
  noneTitle: { pt: 'Nenhuma mensagem ainda', en: 'No messages yet', es: 'Aún no hay mensajes' },
  noneText: {
    pt: 'As mensagens recebidas e enviadas pelas conexões aparecem aqui.',
    en: 'Messages received and sent through the connections appear here.',
    es: 'Los mensajes recibidos y enviados por las conexiones aparecen aquí.',
  },
});
