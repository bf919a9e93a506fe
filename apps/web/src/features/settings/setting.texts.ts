import { texts } from '../../lib/texts.ts';

/** Each setting by its name, what it means under `…Help`, and each of its choices under `name:choice`. */
export const settingTexts = texts({
  requiredTag: { pt: 'Exigir tag para resolver', en: 'Require a tag to resolve', es: 'Exigir etiqueta para resolver' },
  requiredTagHelp: {
    pt: 'O atendente precisa marcar pelo menos uma tag no contato.',
    en: 'The attendant has to put at least one tag on the contact.',
    es: 'El agente debe poner al menos una etiqueta al contacto.',
  },
  showNotificationPending: {
    pt: 'Avisar sobre conversas aguardando',
    en: 'Notify about waiting conversations',
    es: 'Avisar de conversaciones en espera',
  },
  showNotificationPendingHelp: {
    pt: 'Som e notificação para quem é da fila.',
    en: 'Sound and notification for those of the queue.',
    es: 'Sonido y notificación para quienes son de la fila.',
  },
  sendSignMessage: { pt: 'Assinar mensagens', en: 'Sign messages', es: 'Firmar mensajes' },
  sendSignMessageHelp: {
    pt: 'Mostra o nome do atendente no começo do texto.',
    en: 'Shows the attendant’s name at the start of the text.',
    es: 'Muestra el nombre del agente al comienzo del texto.',
  },
  closeTicketOnTransfer: {
    pt: 'Encerrar ao transferir de fila',
    en: 'Close when moved to another queue',
    es: 'Cerrar al transferir de fila',
  },
  closeTicketOnTransferHelp: {
    pt: 'A conversa é resolvida e uma nova, ligada a ela, começa na outra fila.',
    en: 'The conversation is resolved and a new one, linked to it, starts in the other queue.',
    es: 'La conversación se resuelve y otra, vinculada a ella, comienza en la otra fila.',
  },
  DirectTicketsToWallets: {
    pt: 'Mandar direto para a carteira',
    en: 'Send straight to the wallet',
    es: 'Enviar directo a la cartera',
  },
  DirectTicketsToWalletsHelp: {
    pt: 'Quem tem um atendente de carteira fala com ele desde o início.',
    en: 'Whoever has a wallet attendant talks to them from the start.',
    es: 'Quien tiene un agente de cartera habla con él desde el inicio.',
  },
  attendantCapacity: {
    pt: 'Conversas por atendente',
    en: 'Conversations per attendant',
    es: 'Conversaciones por agente',
  },
  attendantCapacityHelp: {
    pt: 'Acima disso ninguém recebe mais conversas automaticamente. 0 é sem limite.',
    en: 'Above this nobody is given more conversations automatically. 0 means no limit.',
    es: 'Por encima nadie recibe más conversaciones automáticamente. 0 es sin límite.',
  },

  chatBotType: { pt: 'Tipo de chatbot', en: 'Kind of chatbot', es: 'Tipo de chatbot' },
  chatBotTypeHelp: {
    pt: 'Como o cliente escolhe as opções do menu.',
    en: 'How the customer chooses from the menu.',
    es: 'Cómo el cliente elige las opciones del menú.',
  },
  'chatBotType:text': { pt: 'Texto', en: 'Text', es: 'Texto' },
  'chatBotType:list': { pt: 'Lista', en: 'List', es: 'Lista' },
  'chatBotType:button': { pt: 'Botões', en: 'Buttons', es: 'Botones' },
  scheduleType: { pt: 'Expediente', en: 'Opening hours', es: 'Horario' },
  scheduleTypeHelp: {
    pt: 'Quem define o horário de atendimento.',
    en: 'Who decides the service hours.',
    es: 'Quién define el horario de atención.',
  },
  'scheduleType:disabled': { pt: 'Desligado', en: 'Off', es: 'Desactivado' },
  'scheduleType:queue': { pt: 'Por fila', en: 'By queue', es: 'Por fila' },
  'scheduleType:company': { pt: 'Pela empresa', en: 'By the company', es: 'Por la empresa' },
  'scheduleType:connection': { pt: 'Por conexão', en: 'By connection', es: 'Por conexión' },
  userRandom: { pt: 'Distribuir entre atendentes', en: 'Share among attendants', es: 'Repartir entre agentes' },
  userRandomHelp: {
    pt: 'Escolhe alguém online da fila quando a conversa chega.',
    en: 'Chooses somebody of the queue who is online when the conversation comes in.',
    es: 'Elige a alguien en línea de la fila cuando llega la conversación.',
  },
  sendGreetingMessageOneQueues: {
    pt: 'Mandar saudação com uma só fila',
    en: 'Greet with a single queue',
    es: 'Saludar con una sola fila',
  },
  sendGreetingMessageOneQueuesHelp: {
    pt: 'Com uma fila não há menu; a saudação da conexão vai assim mesmo.',
    en: 'With one queue there is no menu; the connection’s greeting is sent all the same.',
    es: 'Con una fila no hay menú; el saludo de la conexión se envía igual.',
  },
  botExitWords: { pt: 'Palavras para sair do bot', en: 'Words that leave the bot', es: 'Palabras para salir del bot' },
  botExitWordsHelp: {
    pt: 'Separadas por vírgula. O menu mostra a primeira ao cliente.',
    en: 'Separated by commas. The menu shows the first to the customer.',
    es: 'Separadas por comas. El menú muestra la primera al cliente.',
  },
  sendQueuePosition: {
    pt: 'Informar a posição na fila',
    en: 'Tell the place in the queue',
    es: 'Informar la posición en la fila',
  },

  sendGreetingAccepted: {
    pt: 'Saudação ao aceitar',
    en: 'Greeting on accepting',
    es: 'Saludo al aceptar',
  },
  sendGreetingAcceptedHelp: {
    pt: 'Vai quando um atendente aceita a conversa.',
    en: 'Goes out when an attendant accepts the conversation.',
    es: 'Se envía cuando un agente acepta la conversación.',
  },
  sendMsgTransfTicket: { pt: 'Mensagem ao transferir', en: 'Message on transfer', es: 'Mensaje al transferir' },
  sendMsgTransfTicketHelp: {
    pt: 'Vai quando a conversa muda de fila ou de atendente.',
    en: 'Goes out when the conversation changes queue or attendant.',
    es: 'Se envía cuando la conversación cambia de fila o de agente.',
  },
  sendFarewellWaitingTicket: {
    pt: 'Despedida para quem ainda aguarda',
    en: 'Farewell for those still waiting',
    es: 'Despedida para quienes aún esperan',
  },
  sendFarewellWaitingTicketHelp: {
    pt: 'Ao encerrar uma conversa que ninguém aceitou, manda a mensagem de conclusão.',
    en: 'On closing a conversation that nobody accepted, sends the closing message.',
    es: 'Al cerrar una conversación que nadie aceptó, envía el mensaje de cierre.',
  },

  acceptCallWhatsapp: { pt: 'Aceitar ligações', en: 'Accept calls', es: 'Aceptar llamadas' },
  acceptCallWhatsappHelp: {
    pt: 'Desligado, a ligação é recusada e o cliente recebe a mensagem abaixo.',
    en: 'Off, the call is refused and the customer gets the message below.',
    es: 'Desactivado, la llamada se rechaza y el cliente recibe el mensaje de abajo.',
  },
  acceptAudioMessageContact: {
    pt: 'Aceitar áudios de clientes',
    en: 'Accept voice messages of customers',
    es: 'Aceptar audios de clientes',
  },
  acceptAudioMessageContactHelp: {
    pt: 'Desligado, o cliente é convidado a escrever.',
    en: 'Off, the customer is asked to write instead.',
    es: 'Desactivado, se invita al cliente a escribir.',
  },

  userRating: { pt: 'Pedir avaliação', en: 'Ask for a rating', es: 'Pedir valoración' },
  userRatingHelp: {
    pt: 'Ao resolver, o cliente dá uma nota de 0 a 10. A pergunta fica em cada conexão.',
    en: 'On resolving, the customer gives 0 to 10. The question is kept with each connection.',
    es: 'Al resolver, el cliente da una nota de 0 a 10. La pregunta está en cada conexión.',
  },

  enableLGPD: { pt: 'Tratamento conforme a LGPD', en: 'Handling under the LGPD', es: 'Tratamiento según la LGPD' },
  enableLGPDHelp: {
    pt: 'Pede o consentimento do cliente antes do atendimento.',
    en: 'Asks for the customer’s consent before service.',
    es: 'Pide el consentimiento del cliente antes de la atención.',
  },
  lgpdMessage: { pt: 'Mensagem de boas-vindas', en: 'Welcome message', es: 'Mensaje de bienvenida' },
  lgpdMessageHelp: {
    pt: 'Vem antes da pergunta. Sem ela, o consentimento não é pedido.',
    en: 'Comes before the question. Without it, consent is not asked for.',
    es: 'Viene antes de la pregunta. Sin ella, no se pide el consentimiento.',
  },
  lgpdLink: {
    pt: 'Link da política de privacidade',
    en: 'Link to the privacy policy',
    es: 'Enlace de la política de privacidad',
  },
  lgpdConsent: {
    pt: 'Sempre pedir consentimento',
    en: 'Always ask for consent',
    es: 'Pedir siempre el consentimiento',
  },
  lgpdConsentHelp: {
    pt: 'Em cada conversa nova, não só na primeira.',
    en: 'In every new conversation, not only in the first.',
    es: 'En cada conversación nueva, no solo en la primera.',
  },
  lgpdHideNumber: { pt: 'Esconder o telefone', en: 'Hide the phone number', es: 'Ocultar el teléfono' },
  lgpdHideNumberHelp: {
    pt: 'Mascara os números em listas, conversas e planilhas.',
    en: 'Masks numbers in lists, conversations and sheets.',
    es: 'Enmascara los números en listas, conversaciones y hojas.',
  },
  lgpdDeleteMessage: {
    pt: 'Esconder mensagem apagada',
    en: 'Hide deleted messages',
    es: 'Ocultar mensajes borrados',
  },
  lgpdDeleteMessageHelp: {
    pt: 'O que o cliente apaga some também daqui.',
    en: 'What the customer deletes is gone here too.',
    es: 'Lo que el cliente borra también desaparece aquí.',
  },

  transferMessage: { pt: 'Mensagem ao transferir', en: 'Transfer message', es: 'Mensaje de transferencia' },
  greetingAcceptedMessage: {
    pt: 'Mensagem ao aceitar',
    en: 'Message on accepting',
    es: 'Mensaje al aceptar',
  },
  AcceptCallWhatsappMessage: {
    pt: 'Mensagem ao recusar ligação',
    en: 'Message on refusing a call',
    es: 'Mensaje al rechazar una llamada',
  },
  sendQueuePositionMessage: {
    pt: 'Mensagem com a posição',
    en: 'Message with the place',
    es: 'Mensaje con la posición',
  },

  transferMessageExample: {
    pt: 'Ex.: Vou te passar para a equipe de {{queue}}.',
    en: 'E.g.: I will pass you on to {{queue}}.',
    es: 'Ej.: Te paso con el equipo de {{queue}}.',
  },
  greetingAcceptedMessageExample: {
    pt: 'Ex.: {{ms}}, {{firstName}}! Sou {{userName}} e vou te atender.',
    en: 'E.g.: {{ms}}, {{firstName}}! I am {{userName}} and will help you.',
    es: 'Ej.: ¡{{ms}}, {{firstName}}! Soy {{userName}} y voy a atenderte.',
  },
  AcceptCallWhatsappMessageExample: {
    pt: 'Ex.: Não atendemos ligações por aqui. Escreva que já respondemos.',
    en: 'E.g.: We take no calls here. Write to us and we will answer.',
    es: 'Ej.: Aquí no atendemos llamadas. Escríbenos y te respondemos.',
  },
  sendQueuePositionMessageExample: {
    pt: 'Ex.: Você é o número {{position}} da fila {{queue}}.',
    en: 'E.g.: You are number {{position}} in the queue {{queue}}.',
    es: 'Ej.: Eres el número {{position}} de la fila {{queue}}.',
  },

  schedules: { pt: 'Horário da empresa', en: 'Hours of the company', es: 'Horario de la empresa' },
  timeZone: { pt: 'Fuso horário', en: 'Time zone', es: 'Zona horaria' },
});
