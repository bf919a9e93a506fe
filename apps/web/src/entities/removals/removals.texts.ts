import { texts } from '../../lib/texts.ts';

export const removalTexts = texts({
  connection: {
    pt: 'Removendo a conexão “{name}”',
    en: 'Removing the connection “{name}”',
    es: 'Eliminando la conexión “{name}”',
  },
  queue: { pt: 'Removendo a fila “{name}”', en: 'Removing the queue “{name}”', es: 'Eliminando la cola “{name}”' },
  contact: { pt: 'Removendo um contato', en: 'Removing a contact', es: 'Eliminando un contacto' },
  ticket: { pt: 'Removendo uma conversa', en: 'Removing a conversation', es: 'Eliminando una conversación' },
  percent: { pt: '{percent} %', en: '{percent}%', es: '{percent} %' },
  hint: {
    pt: 'Continua em segundo plano; você pode sair desta tela.',
    en: 'Continues in the background; you can leave this screen.',
    es: 'Continúa en segundo plano; puedes salir de esta pantalla.',
  },
});
