import { texts } from '../../lib/texts.ts';

export const inboxTexts = texts({
  panes: { pt: 'Partes da tela', en: 'Parts of the screen', es: 'Partes de la pantalla' },
  attendances: { pt: 'Atendimentos', en: 'Conversations', es: 'Conversaciones' },
  ticket: { pt: 'Ticket', en: 'Conversation', es: 'Conversación' },
  chooseTicket: { pt: 'Selecionar Ticket', en: 'Choose a conversation', es: 'Elegir conversación' },
  chooseTitle: { pt: 'Escolha uma conversa', en: 'Choose a conversation', es: 'Elige una conversación' },
  chooseText: {
    pt: 'Você tem {unread} com mensagens novas e {waiting}.',
    en: 'You have {unread} with new messages and {waiting}.',
    es: 'Tienes {unread} con mensajes nuevos y {waiting}.',
  },
  conversationOne: { pt: '1 conversa', en: '1 conversation', es: '1 conversación' },
  conversations: { pt: '{n} conversas', en: '{n} conversations', es: '{n} conversaciones' },
  personOne: { pt: '1 cliente aguardando', en: '1 customer waiting', es: '1 cliente en espera' },
  people: { pt: '{n} clientes aguardando', en: '{n} customers waiting', es: '{n} clientes en espera' },
  openNext: { pt: 'Abrir {name}', en: 'Open {name}', es: 'Abrir a {name}' },
  attendNext: { pt: 'Atender a próxima', en: 'Accept the next one', es: 'Atender la próxima' },
});

/** Descriptions of the inbox shortcuts. */
export const inboxKeyTexts = texts({
  walk: {
    pt: 'Próxima conversa ou anterior',
    en: 'Next or previous conversation',
    es: 'Conversación siguiente o anterior',
  },
  openIt: {
    pt: 'Abrir a conversa e escrever',
    en: 'Open the conversation and write',
    es: 'Abrir la conversación y escribir',
  },
  acceptNext: {
    pt: 'Aceitar a conversa que espera há mais tempo',
    en: 'Accept the conversation that has waited longest',
    es: 'Aceptar la conversación que espera hace más tiempo',
  },
  showAll: { pt: 'Mostrar todas ou só as minhas', en: 'Show all or only mine', es: 'Mostrar todas o solo las mías' },
  tabs: { pt: 'Abas das conversas', en: 'Conversation tabs', es: 'Pestañas de conversaciones' },
  pick: { pt: 'Selecionar a conversa', en: 'Select the conversation', es: 'Seleccionar la conversación' },
  resolve: {
    pt: 'Resolver a conversa',
    en: 'Resolve the conversation',
    es: 'Resolver la conversación',
  },
  transfer: {
    pt: 'Transferir a conversa',
    en: 'Transfer the conversation',
    es: 'Transferir la conversación',
  },
  note: { pt: 'Escrever nota interna', en: 'Write an internal note', es: 'Escribir nota interna' },
  panel: { pt: 'Mostrar o contato', en: 'Show the contact', es: 'Mostrar el contacto' },
  send: { pt: 'Enviar', en: 'Send', es: 'Enviar' },
  newLine: { pt: 'Nova linha', en: 'New line', es: 'Nueva línea' },
  quickReply: { pt: 'Resposta rápida', en: 'Quick reply', es: 'Respuesta rápida' },
  toList: { pt: 'Voltar para a lista', en: 'Back to the list', es: 'Volver a la lista' },
});
