import { texts } from '../../lib/texts.ts';

export const alreadyAssignedTexts = texts({
  title: {
    pt: 'Já existe uma conversa aberta',
    en: 'There is already an open conversation',
    es: 'Ya hay una conversación abierta',
  },
  taken: {
    pt: '{user} está atendendo este contato na fila {queue}',
    en: '{user} is handling this contact in the queue {queue}',
    es: '{user} está atendiendo a este contacto en la cola {queue}',
  },
  takenWithoutQueue: {
    pt: '{user} está atendendo este contato',
    en: '{user} is handling this contact',
    es: '{user} está atendiendo a este contacto',
  },
  somebody: { pt: 'Outra pessoa', en: 'Someone else', es: 'Otra persona' },
  openConversation: { pt: 'Abrir conversa', en: 'Open conversation', es: 'Abrir conversación' },
  close: { pt: 'Fechar', en: 'Close', es: 'Cerrar' },
});
