import { texts } from '../../lib/texts.ts';

export const deliveryTexts = texts({
  title: { pt: 'Entregas', en: 'Deliveries', es: 'Entregas' },
  filter: { pt: 'Quais mensagens', en: 'Which messages', es: 'Qué mensajes' },
  troubled: { pt: 'Com pendência', en: 'Unsettled', es: 'Pendientes' },
  all: { pt: 'Todas', en: 'All', es: 'Todos' },
  connection: { pt: 'Conexão', en: 'Connection', es: 'Conexión' },
  everyConnection: { pt: 'Todas as conexões', en: 'Every connection', es: 'Todas las conexiones' },
  contact: { pt: 'Contato', en: 'Contact', es: 'Contacto' },
  message: { pt: 'Mensagem', en: 'Message', es: 'Mensaje' },
  state: { pt: 'Situação', en: 'State', es: 'Estado' },
  at: { pt: 'Quando', en: 'When', es: 'Cuándo' },
  incoming: { pt: 'Recebida', en: 'Incoming', es: 'Recibido' },
  outgoing: { pt: 'Enviada por nós', en: 'Sent by us', es: 'Enviado por nosotros' },
  tries: { pt: '{count} tentativas', en: '{count} tries', es: '{count} intentos' },
  withoutText: { pt: '(sem texto)', en: '(no text)', es: '(sin texto)' },

  // States of a message, and the steps of its life
  received: { pt: 'Recebida', en: 'Received', es: 'Recibido' },
  stored: { pt: 'Guardada', en: 'Stored', es: 'Guardado' },
  queued: { pt: 'Na fila de envio', en: 'Waiting to be sent', es: 'En cola de envío' },
  sending: { pt: 'Enviando', en: 'Sending', es: 'Enviando' },
  accepted: { pt: 'Aceita pelo canal', en: 'Taken by the channel', es: 'Aceptado por el canal' },
  sent: { pt: 'Enviada', en: 'Sent', es: 'Enviado' },
  delivered: { pt: 'Entregue', en: 'Delivered', es: 'Entregado' },
  read: { pt: 'Lida', en: 'Read', es: 'Leído' },
  played: { pt: 'Ouvida', en: 'Played', es: 'Escuchado' },
  failed: { pt: 'Não saiu', en: 'Not sent', es: 'No salió' },
  unknown: { pt: 'Sem confirmação', en: 'Unconfirmed', es: 'Sin confirmación' },
  note: { pt: 'Nota interna', en: 'Internal note', es: 'Nota interna' },
  waiting: { pt: 'Esperando para tentar de novo', en: 'Waiting to try again', es: 'Esperando para reintentar' },
  resent: { pt: 'Reenviada', en: 'Sent again', es: 'Reenviado' },
  edited: { pt: 'Editada', en: 'Edited', es: 'Editado' },
  removed: { pt: 'Apagada', en: 'Deleted', es: 'Borrado' },
  'edit-failed': { pt: 'A edição não saiu', en: 'The edit did not leave', es: 'La edición no salió' },
  'remove-failed': { pt: 'Não deu para apagar', en: 'It could not be deleted', es: 'No se pudo borrar' },

  // One message
  details: {
    pt: 'Ver a vida da mensagem de {name}',
    en: 'See the life of {name}’s message',
    es: 'Ver la vida del mensaje de {name}',
  },
  lifeTitle: { pt: 'A vida da mensagem', en: 'The life of the message', es: 'La vida del mensaje' },
  lifeSteps: { pt: 'Passos', en: 'Steps', es: 'Pasos' },
  noSteps: {
    pt: 'Ainda não há nada para contar.',
    en: 'There is nothing to tell yet.',
    es: 'Aún no hay nada que contar.',
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
    pt: 'Ela não chegou a sair: o cliente recebe uma só vez.',
    en: 'It never left: the customer receives it once.',
    es: 'No llegó a salir: el cliente lo recibe una sola vez.',
  },
  resendUnsure: {
    pt: 'Não sabemos se ela saiu. Se tiver saído, o cliente recebe a mesma mensagem outra vez.',
    en: 'We cannot tell whether it left. If it did, the customer gets the same message again.',
    es: 'No sabemos si salió. Si salió, el cliente recibe el mismo mensaje otra vez.',
  },
  resendDone: {
    pt: 'Mensagem a caminho de novo',
    en: 'The message is on its way again',
    es: 'El mensaje va en camino de nuevo',
  },

  emptyTitle: { pt: 'Tudo entregue', en: 'Everything delivered', es: 'Todo entregado' },
  emptyText: {
    pt: 'Nenhuma mensagem esperando, sem confirmação ou com falha.',
    en: 'No message is waiting, unconfirmed or failed.',
    es: 'Ningún mensaje en espera, sin confirmación o con fallo.',
  },
  seeAll: { pt: 'Ver todas as mensagens', en: 'See all messages', es: 'Ver todos los mensajes' },
  noneTitle: { pt: 'Nenhuma mensagem ainda', en: 'No messages yet', es: 'Aún no hay mensajes' },
  noneText: {
    pt: 'O que entra e o que sai pelas conexões aparece aqui.',
    en: 'What comes in and goes out through the connections shows here.',
    es: 'Lo que entra y sale por las conexiones aparece aquí.',
  },
});
