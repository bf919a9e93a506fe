import { texts } from '../../../lib/texts.ts';

export const threadTexts = texts({
  messages: { pt: 'Mensagens da conversa', en: 'Conversation messages', es: 'Mensajes de la conversación' },
  today: { pt: 'Hoje', en: 'Today', es: 'Hoy' },
  yesterday: { pt: 'Ontem', en: 'Yesterday', es: 'Ayer' },
  oneUnread: { pt: '1 mensagem não lida', en: '1 unread message', es: '1 mensaje no leído' },
  unread: { pt: '{count} mensagens não lidas', en: '{count} unread messages', es: '{count} mensajes no leídos' },
  atTime: { pt: '{said} às {time}', en: '{said} at {time}', es: '{said} a las {time}' },
  ticketBorder: { pt: 'Conversa #{number}', en: 'Conversation #{number}', es: 'Conversación #{number}' },
  anotherTicket: { pt: 'Outra conversa', en: 'Another conversation', es: 'Otra conversación' },
  empty: { pt: 'Nenhuma mensagem ainda', en: 'No messages yet', es: 'Aún no hay mensajes' },
  loadFailed: {
    pt: 'Não deu para carregar as mensagens',
    en: 'The messages could not be loaded',
    es: 'No se pudieron cargar los mensajes',
  },
  gone: {
    pt: 'Essa mensagem não está mais aqui',
    en: 'This message is no longer here',
    es: 'Este mensaje ya no está aquí',
  },
  toEnd: { pt: 'Ir para o fim', en: 'Go to the end', es: 'Ir al final' },
  toEndNew: {
    pt: 'Ir para o fim: {count} novas',
    en: 'Go to the end: {count} new',
    es: 'Ir al final: {count} nuevos',
  },
  newFrom: {
    pt: 'Nova mensagem de {name}: {text}',
    en: 'New message from {name}: {text}',
    es: 'Mensaje nuevo de {name}: {text}',
  },
  reacted: {
    pt: '{name} reagiu com {emoji} a “{text}”',
    en: '{name} reacted with {emoji} to “{text}”',
    es: '{name} reaccionó con {emoji} a “{text}”',
  },
  unreacted: {
    pt: '{name} tirou a reação a “{text}”',
    en: '{name} removed the reaction to “{text}”',
    es: '{name} quitó la reacción a “{text}”',
  },
  reactedUnknown: {
    pt: '{name} reagiu com {emoji} a uma mensagem anterior',
    en: '{name} reacted with {emoji} to an earlier message',
    es: '{name} reaccionó con {emoji} a un mensaje anterior',
  },
  unreactedUnknown: {
    pt: '{name} tirou a reação a uma mensagem anterior',
    en: '{name} removed the reaction to an earlier message',
    es: '{name} quitó la reacción a un mensaje anterior',
  },
  you: { pt: 'Você', en: 'You', es: 'Tú' },
  someone: { pt: 'Alguém', en: 'Someone', es: 'Alguien' },
  company: { pt: 'Empresa', en: 'Company', es: 'Empresa' },
});

export const bubbleTexts = texts({
  saidBy: { pt: '{name}, {time}', en: '{name}, {time}', es: '{name}, {time}' },
  deleted: { pt: 'Essa mensagem foi apagada', en: 'This message was deleted', es: 'Este mensaje fue borrado' },
  edited: { pt: 'Editada', en: 'Edited', es: 'Editado' },
  forwarded: { pt: 'Encaminhada', en: 'Forwarded', es: 'Reenviado' },
  note: { pt: 'Nota interna de {name}', en: 'Internal note by {name}', es: 'Nota interna de {name}' },
  unknownOutcome: {
    pt: 'Não sabemos se esta mensagem foi enviada. Confira no celular antes de enviar de novo.',
    en: 'We do not know whether this message was sent. Check on the phone before sending it again.',
    es: 'No sabemos si este mensaje se envió. Revisa en el teléfono antes de enviarlo de nuevo.',
  },
  retry: { pt: 'Tentar de novo', en: 'Try again', es: 'Intentar de nuevo' },
  discard: { pt: 'Descartar', en: 'Discard', es: 'Descartar' },
  waitsForLine: {
    pt: 'Será enviada quando a conexão voltar',
    en: 'Will be sent when the connection is back',
    es: 'Se enviará cuando vuelva la conexión',
  },
  sending: { pt: 'Enviando {percent}%', en: 'Sending {percent}%', es: 'Enviando {percent}%' },
  quoteOf: { pt: 'Ir para a mensagem respondida', en: 'Go to the quoted message', es: 'Ir al mensaje citado' },
  reactions: { pt: 'Reações: {emojis}', en: 'Reactions: {emojis}', es: 'Reacciones: {emojis}' },
  readMore: { pt: 'Ler mais', en: 'Read more', es: 'Leer más' },
});

export const messageActionTexts = texts({
  acts: { pt: 'Ações da mensagem', en: 'Message actions', es: 'Acciones del mensaje' },
  react: { pt: 'Reagir', en: 'React', es: 'Reaccionar' },
  reactWith: { pt: 'Reagir com {emoji}', en: 'React with {emoji}', es: 'Reaccionar con {emoji}' },
  unreact: { pt: 'Remover a reação', en: 'Remove the reaction', es: 'Quitar la reacción' },
  reply: { pt: 'Responder', en: 'Reply', es: 'Responder' },
  more: { pt: 'Mais ações da mensagem', en: 'More message actions', es: 'Más acciones del mensaje' },
  copy: { pt: 'Copiar', en: 'Copy', es: 'Copiar' },
  copied: { pt: 'Copiado', en: 'Copied', es: 'Copiado' },
  nothingToCopy: { pt: 'Nenhum conteúdo para copiar', en: 'Nothing to copy', es: 'No hay contenido para copiar' },
  noLink: { pt: 'Nenhum link disponível', en: 'No link available', es: 'Ningún enlace disponible' },
  copyFailed: {
    pt: 'O navegador não deixou copiar',
    en: 'The browser did not allow copying',
    es: 'El navegador no permitió copiar',
  },
  forward: { pt: 'Encaminhar', en: 'Forward', es: 'Reenviar' },
  edit: { pt: 'Editar', en: 'Edit', es: 'Editar' },
  transcribe: { pt: 'Transcrever', en: 'Transcribe', es: 'Transcribir' },
  download: { pt: 'Baixar', en: 'Download', es: 'Descargar' },
  remove: { pt: 'Apagar', en: 'Delete', es: 'Borrar' },
  removeTitle: { pt: 'Apagar esta mensagem?', en: 'Delete this message?', es: '¿Borrar este mensaje?' },
  removeText: {
    pt: 'Ela some também do celular do cliente, se o canal permitir. Não dá para desfazer.',
    en: 'It also disappears from the customer’s phone, if the channel allows it. This cannot be undone.',
    es: 'También desaparece del teléfono del cliente, si el canal lo permite. No se puede deshacer.',
  },
  removeNoteText: {
    pt: 'A equipe deixa de ver esta nota. Não dá para desfazer.',
    en: 'The team will no longer see this note. This cannot be undone.',
    es: 'El equipo deja de ver esta nota. No se puede deshacer.',
  },
  keepIt: { pt: 'Manter mensagem', en: 'Keep message', es: 'Conservar mensaje' },
});

export const forwardTexts = texts({
  picked: { pt: '{count} selecionadas', en: '{count} selected', es: '{count} seleccionados' },
  onePicked: { pt: '1 selecionada', en: '1 selected', es: '1 seleccionado' },
  pick: { pt: 'Selecionar mensagem', en: 'Select message', es: 'Seleccionar mensaje' },
  forward: { pt: 'Encaminhar', en: 'Forward', es: 'Reenviar' },
  cancel: { pt: 'Cancelar', en: 'Cancel', es: 'Cancelar' },
  noMessages: {
    pt: 'Nenhuma mensagem selecionada para encaminhar',
    en: 'No message selected to forward',
    es: 'Ningún mensaje seleccionado para reenviar',
  },
  tooMany: {
    pt: 'Encaminhe no máximo {count} mensagens de cada vez',
    en: 'Forward at most {count} messages at a time',
    es: 'Reenvía como máximo {count} mensajes a la vez',
  },
  title: { pt: 'Encaminhar mensagens', en: 'Forward messages', es: 'Reenviar mensajes' },
  search: { pt: 'Buscar contato', en: 'Search contacts', es: 'Buscar contacto' },
  searchHint: {
    pt: 'Digite ao menos 3 letras do nome ou do número',
    en: 'Type at least 3 letters of the name or number',
    es: 'Escribe al menos 3 letras del nombre o del número',
  },
  nobody: { pt: 'Nenhum contato encontrado', en: 'No contact found', es: 'Ningún contacto encontrado' },
  results: { pt: 'Contatos', en: 'Contacts', es: 'Contactos' },
  sign: { pt: 'Assinar com meu nome', en: 'Sign with my name', es: 'Firmar con mi nombre' },
  done: { pt: 'Encaminhada para {name}', en: 'Forwarded to {name}', es: 'Reenviado a {name}' },
});
