import { texts } from '../../lib/texts.ts';

export const removalTexts = texts({
  connection: {
    pt: 'Excluindo a conexão “{name}”',
    en: 'Deleting the connection “{name}”',
    es: 'Eliminando la conexión “{name}”',
  },
  queue: { pt: 'Excluindo a fila “{name}”', en: 'Deleting the queue “{name}”', es: 'Eliminando la cola “{name}”' },
  contact: { pt: 'Excluindo um contato', en: 'Deleting a contact', es: 'Eliminando un contacto' },
  ticket: { pt: 'Excluindo uma conversa', en: 'Deleting a conversation', es: 'Eliminando una conversación' },
  'contact-list': {
    pt: 'Excluindo a lista “{name}”',
    en: 'Deleting the list “{name}”',
    es: 'Eliminando la lista “{name}”',
  },
  campaign: {
    pt: 'Excluindo a campanha “{name}”',
    en: 'Deleting the campaign “{name}”',
    es: 'Eliminando la campaña “{name}”',
  },
  tag: { pt: 'Excluindo a tag “{name}”', en: 'Deleting the tag “{name}”', es: 'Eliminando la etiqueta “{name}”' },
  lane: {
    pt: 'Excluindo a coluna “{name}”',
    en: 'Deleting the column “{name}”',
    es: 'Eliminando la columna “{name}”',
  },
  user: { pt: 'Excluindo o usuário “{name}”', en: 'Deleting the user “{name}”', es: 'Eliminando al usuario “{name}”' },
  percent: { pt: '{percent}%', en: '{percent}%', es: '{percent} %' },
  hint: {
    pt: 'Continua em segundo plano; você pode sair desta tela.',
    en: 'Continues in the background; you can leave this screen.',
    es: 'Continúa en segundo plano; puedes salir de esta pantalla.',
  },
});
