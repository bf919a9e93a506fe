import { texts } from '../../../lib/texts.ts';

export const conversationTexts = texts({
  loading: { pt: 'Carregando a conversa', en: 'Loading the conversation', es: 'Cargando la conversación' },
  conversationWith: { pt: 'Conversa com {name}', en: 'Conversation with {name}', es: 'Conversación con {name}' },
  malformedTitle: { pt: 'Este link está incompleto', en: 'This link is incomplete', es: 'Este enlace está incompleto' },
  malformedText: {
    pt: 'O endereço não aponta para nenhuma conversa. Copie o link de novo ou busque pelo nome do contato.',
    en: 'The address does not lead to a conversation. Copy the link again or search for the contact’s name.',
    es: 'La dirección no lleva a ninguna conversación. Copia el enlace de nuevo o busca por el nombre del contacto.',
  },
  inaccessibleTitle: {
    pt: 'Esta conversa não abre para você',
    en: 'You cannot open this conversation',
    es: 'No puedes abrir esta conversación',
  },
  inaccessibleText: {
    pt: 'Ela não existe mais, é de outra empresa ou está com uma fila ou um atendente que você não acompanha. Peça a um administrador que transfira a conversa para você.',
    en: 'It no longer exists, belongs to another company, or is with a queue or an agent that you do not follow. Ask an administrator to transfer it to you.',
    es: 'Ya no existe, es de otra empresa o está con una cola o un agente que no sigues. Pide a un administrador que te la transfiera.',
  },
  unknownText: {
    pt: 'Ela não existe mais ou é de outra empresa.',
    en: 'It no longer exists or belongs to another company.',
    es: 'Ya no existe o es de otra empresa.',
  },
  failedTitle: {
    pt: 'A conversa não abriu',
    en: 'The conversation did not open',
    es: 'La conversación no se abrió',
  },
  tryAgain: { pt: 'Tentar de novo', en: 'Try again', es: 'Intentar de nuevo' },
  searchConversation: { pt: 'Buscar conversa', en: 'Search conversations', es: 'Buscar conversación' },
  toTheList: { pt: 'Ver minhas conversas', en: 'See my conversations', es: 'Ver mis conversaciones' },
  agentWindowOpen: {
    pt: 'Você pode responder até {until}. O bot só escreve nas primeiras 24 horas.',
    en: 'You can reply until {until}. The bot writes only in the first 24 hours.',
    es: 'Puedes responder hasta {until}. El bot solo escribe en las primeras 24 horas.',
  },
  windowOpen: {
    pt: 'Janela de 24 horas aberta: responda até {until}.',
    en: '24-hour window open: reply until {until}.',
    es: 'Ventana de 24 horas abierta: responde hasta {until}.',
  },
  windowEnding: { pt: 'Responda em até {left}.', en: 'Reply within {left}.', es: 'Responde en {left}.' },
  windowWhy: {
    pt: 'Depois o {channel} bloqueia respostas.',
    en: 'After that {channel} blocks replies.',
    es: 'Después {channel} bloquea las respuestas.',
  },
  today: { pt: 'hoje, {time}', en: 'today, {time}', es: 'hoy, {time}' },
  tomorrow: { pt: 'amanhã, {time}', en: 'tomorrow, {time}', es: 'mañana, {time}' },
  hours: { pt: '{hours} h {minutes} min', en: '{hours} h {minutes} min', es: '{hours} h {minutes} min' },
  minutes: { pt: '{minutes} min', en: '{minutes} min', es: '{minutes} min' },
  timeLeft: { pt: 'Tempo restante', en: 'Time left', es: 'Tiempo restante' },
  dropHere: { pt: 'Solte o arquivo aqui', en: 'Drop the file here', es: 'Suelta el archivo aquí' },
  looking: { pt: '{names} também está vendo', en: '{names} is also viewing', es: '{names} también está viendo' },
  manyLooking: { pt: '{names} também estão vendo', en: '{names} are also viewing', es: '{names} también están viendo' },
  writing: { pt: '{names} está escrevendo…', en: '{names} is typing…', es: '{names} está escribiendo…' },
  manyWriting: { pt: '{names} estão escrevendo…', en: '{names} are typing…', es: '{names} están escribiendo…' },
  and: { pt: 'e', en: 'and', es: 'y' },
});
