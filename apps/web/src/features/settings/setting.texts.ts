import { texts } from '../../lib/texts.ts';

/** Each setting by its name, what it means under `…Help`, a ready text under `…Suggestion`, and each of its choices under `name:choice`. */
export const settingTexts = texts({
  requiredTag: { pt: 'Exigir tag para resolver', en: 'Require a tag to resolve', es: 'Exigir etiqueta para resolver' },
  requiredTagHelp: {
    pt: 'O atendente precisa marcar pelo menos uma tag no contato.',
    en: 'The agent must add at least one tag to the contact.',
    es: 'El agente debe poner al menos una etiqueta al contacto.',
  },
  showNotificationPending: {
    pt: 'Notificar sobre conversas aguardando',
    en: 'Notify about waiting conversations',
    es: 'Notificar sobre conversaciones en espera',
  },
  showNotificationPendingHelp: {
    pt: 'Som e notificação para os atendentes da fila.',
    en: 'Sound and notification for the agents of the queue.',
    es: 'Sonido y notificación para los agentes de la cola.',
  },
  sendSignMessage: { pt: 'Assinar mensagens', en: 'Sign messages', es: 'Firmar mensajes' },
  sendSignMessageHelp: {
    pt: 'Mostra o nome do atendente no começo do texto.',
    en: 'Shows the agent’s name at the start of the text.',
    es: 'Muestra el nombre del agente al comienzo del texto.',
  },
  closeTicketOnTransfer: {
    pt: 'Resolver ao transferir de fila',
    en: 'Resolve when transferred to another queue',
    es: 'Resolver al transferir de cola',
  },
  closeTicketOnTransferHelp: {
    pt: 'A conversa é resolvida e uma nova, ligada a ela, começa na outra fila.',
    en: 'The conversation is resolved and a new one, linked to it, starts in the other queue.',
    es: 'La conversación se resuelve y otra, vinculada a ella, comienza en la otra cola.',
  },
  DirectTicketsToWallets: {
    pt: 'Mandar direto para a carteira',
    en: 'Assign to the account owner',
    es: 'Enviar directo a la cartera',
  },
  DirectTicketsToWalletsHelp: {
    pt: 'O cliente que está na carteira de um atendente fala com ele desde o início.',
    en: 'Customers with an account owner talk to that agent from the start.',
    es: 'El cliente que está en la cartera de un agente habla con él desde el inicio.',
  },
  storeCallContent: {
    pt: 'Guardar o conteúdo das chamadas HTTP',
    en: 'Keep the content of HTTP calls',
    es: 'Guardar el contenido de las llamadas HTTP',
  },
  storeCallContentHelp: {
    pt: 'O que os blocos HTTP dos fluxos enviam e recebem fica por 7 dias nas execuções, criptografado e sem CPF, cartão, e-mail ou telefone. Só administradores veem.',
    en: 'What HTTP blocks of flows send and receive stays in the runs for 7 days, encrypted and without CPFs, cards, emails or phone numbers. Only admins see it.',
    es: 'Lo que los bloques HTTP de los flujos envían y reciben queda 7 días en las ejecuciones, cifrado y sin CPF, tarjetas, correos ni teléfonos. Solo los administradores lo ven.',
  },
  supportAccess: {
    pt: 'Permitir o acesso do suporte',
    en: 'Allow support access',
    es: 'Permitir el acceso de soporte',
  },
  supportAccessHelp: {
    pt: 'A equipe da plataforma pode abrir a sua empresa para ajudar, sem ver mensagens. Você vê cada acesso na aba Acesso do suporte. Desligar termina os acessos ativos.',
    en: 'The team of the platform can open your company to help, without seeing messages. You see each access in the tab Support access. Switching it off ends active accesses.',
    es: 'El equipo de la plataforma puede abrir tu empresa para ayudar, sin ver mensajes. Ves cada acceso en la pestaña Acceso de soporte. Desactivarlo termina los accesos activos.',
  },
  attendantCapacity: {
    pt: 'Conversas por atendente',
    en: 'Conversations per agent',
    es: 'Conversaciones por agente',
  },
  attendantCapacityHelp: {
    pt: 'Acima disso, o atendente não recebe mais conversas automaticamente. 0 significa sem limite.',
    en: 'Above this, the agent gets no more conversations automatically. 0 means no limit.',
    es: 'Por encima de esto, el agente no recibe más conversaciones automáticamente. 0 significa sin límite.',
  },
  defaultCountry: {
    pt: 'País dos números de telefone',
    en: 'Country of phone numbers',
    es: 'País de los números de teléfono',
  },
  defaultCountryHelp: {
    pt: 'Números digitados ou importados sem o código do país recebem o código deste país.',
    en: 'Numbers typed or imported without a country code get the code of this country.',
    es: 'Los números escritos o importados sin código de país reciben el código de este país.',
  },
  'defaultCountry:BR': { pt: 'Brasil (+55)', en: 'Brazil (+55)', es: 'Brasil (+55)' },
  'defaultCountry:AR': { pt: 'Argentina (+54)', en: 'Argentina (+54)', es: 'Argentina (+54)' },
  'defaultCountry:BO': { pt: 'Bolívia (+591)', en: 'Bolivia (+591)', es: 'Bolivia (+591)' },
  'defaultCountry:CL': { pt: 'Chile (+56)', en: 'Chile (+56)', es: 'Chile (+56)' },
  'defaultCountry:CO': { pt: 'Colômbia (+57)', en: 'Colombia (+57)', es: 'Colombia (+57)' },
  'defaultCountry:EC': { pt: 'Equador (+593)', en: 'Ecuador (+593)', es: 'Ecuador (+593)' },
  'defaultCountry:GF': { pt: 'Guiana Francesa (+594)', en: 'French Guiana (+594)', es: 'Guayana Francesa (+594)' },
  'defaultCountry:GY': { pt: 'Guiana (+592)', en: 'Guyana (+592)', es: 'Guyana (+592)' },
  'defaultCountry:PE': { pt: 'Peru (+51)', en: 'Peru (+51)', es: 'Perú (+51)' },
  'defaultCountry:PY': { pt: 'Paraguai (+595)', en: 'Paraguay (+595)', es: 'Paraguay (+595)' },
  'defaultCountry:SR': { pt: 'Suriname (+597)', en: 'Suriname (+597)', es: 'Surinam (+597)' },
  'defaultCountry:UY': { pt: 'Uruguai (+598)', en: 'Uruguay (+598)', es: 'Uruguay (+598)' },
  'defaultCountry:VE': { pt: 'Venezuela (+58)', en: 'Venezuela (+58)', es: 'Venezuela (+58)' },
  'defaultCountry:AO': { pt: 'Angola (+244)', en: 'Angola (+244)', es: 'Angola (+244)' },
  'defaultCountry:CV': { pt: 'Cabo Verde (+238)', en: 'Cape Verde (+238)', es: 'Cabo Verde (+238)' },
  'defaultCountry:GW': { pt: 'Guiné-Bissau (+245)', en: 'Guinea-Bissau (+245)', es: 'Guinea-Bisáu (+245)' },
  'defaultCountry:MZ': { pt: 'Moçambique (+258)', en: 'Mozambique (+258)', es: 'Mozambique (+258)' },
  'defaultCountry:ST': {
    pt: 'São Tomé e Príncipe (+239)',
    en: 'São Tomé and Príncipe (+239)',
    es: 'Santo Tomé y Príncipe (+239)',
  },
  'defaultCountry:TL': { pt: 'Timor-Leste (+670)', en: 'Timor-Leste (+670)', es: 'Timor Oriental (+670)' },
  'defaultCountry:PT': { pt: 'Portugal (+351)', en: 'Portugal (+351)', es: 'Portugal (+351)' },
  'defaultCountry:ES': { pt: 'Espanha (+34)', en: 'Spain (+34)', es: 'España (+34)' },
  'defaultCountry:MX': { pt: 'México (+52)', en: 'Mexico (+52)', es: 'México (+52)' },
  'defaultCountry:US': {
    pt: 'Estados Unidos e Canadá (+1)',
    en: 'United States and Canada (+1)',
    es: 'Estados Unidos y Canadá (+1)',
  },
  'defaultCountry:other': {
    pt: 'Outro: só números completos, com o código do país',
    en: 'Other: only complete numbers, with the country code',
    es: 'Otro: solo números completos, con el código del país',
  },

  chatBotType: { pt: 'Tipo de chatbot', en: 'Chatbot type', es: 'Tipo de chatbot' },
  chatBotTypeHelp: {
    pt: 'Como o cliente escolhe as opções do menu.',
    en: 'How the customer chooses from the menu.',
    es: 'Cómo el cliente elige las opciones del menú.',
  },
  'chatBotType:text': { pt: 'Texto', en: 'Text', es: 'Texto' },
  'chatBotType:list': { pt: 'Lista', en: 'List', es: 'Lista' },
  'chatBotType:button': { pt: 'Botões', en: 'Buttons', es: 'Botones' },
  scheduleType: { pt: 'Expediente', en: 'Business hours', es: 'Horario de atención' },
  scheduleTypeHelp: {
    pt: 'Quem define o expediente.',
    en: 'What sets the business hours.',
    es: 'Quién define el horario de atención.',
  },
  'scheduleType:disabled': { pt: 'Desligado', en: 'Off', es: 'Desactivado' },
  'scheduleType:queue': { pt: 'Por fila', en: 'By queue', es: 'Por cola' },
  'scheduleType:company': { pt: 'Pela empresa', en: 'By the company', es: 'Por la empresa' },
  'scheduleType:connection': { pt: 'Por conexão', en: 'By connection', es: 'Por conexión' },
  userRandom: { pt: 'Distribuir entre atendentes', en: 'Assign among agents', es: 'Asignar entre agentes' },
  userRandomHelp: {
    pt: 'Escolhe um atendente online da fila quando a conversa chega.',
    en: 'Chooses an online agent of the queue when the conversation arrives.',
    es: 'Elige un agente en línea de la cola cuando llega la conversación.',
  },
  sendGreetingMessageOneQueues: {
    pt: 'Mandar saudação com uma só fila',
    en: 'Send the greeting with a single queue',
    es: 'Enviar el saludo con una sola cola',
  },
  sendGreetingMessageOneQueuesHelp: {
    pt: 'Com uma fila não há menu; a saudação da conexão é enviada mesmo assim.',
    en: 'With one queue there is no menu; the connection’s greeting is sent anyway.',
    es: 'Con una cola no hay menú; el saludo de la conexión se envía igual.',
  },
  botExitWords: { pt: 'Palavras para sair do bot', en: 'Words to leave the bot', es: 'Palabras para salir del bot' },
  botExitWordsHelp: {
    pt: 'Separadas por vírgula. O menu mostra a primeira ao cliente.',
    en: 'Separated by commas. The menu shows the first one to the customer.',
    es: 'Separadas por comas. El menú muestra la primera al cliente.',
  },
  optOutWords: {
    pt: 'Palavras para não receber campanhas',
    en: 'Words to stop campaigns',
    es: 'Palabras para no recibir campañas',
  },
  optOutWordsHelp: {
    pt: 'Separadas por vírgula. Valem até 30 dias depois de uma campanha; o bot confirma e não responde mais nada.',
    en: 'Separated by commas. They count for 30 days after a campaign; the bot confirms once and does not reply further.',
    es: 'Separadas por comas. Valen hasta 30 días después de una campaña; el bot confirma una vez y no responde más.',
  },
  sendQueuePosition: {
    pt: 'Informar a posição na fila',
    en: 'Send the queue position',
    es: 'Informar la posición en la cola',
  },

  sendGreetingAccepted: {
    pt: 'Saudação ao aceitar',
    en: 'Greeting when accepting',
    es: 'Saludo al aceptar',
  },
  sendGreetingAcceptedHelp: {
    pt: 'Enviada quando um atendente aceita a conversa.',
    en: 'Sent when an agent accepts the conversation.',
    es: 'Se envía cuando un agente acepta la conversación.',
  },
  sendMsgTransfTicket: { pt: 'Mensagem ao transferir', en: 'Message when transferring', es: 'Mensaje al transferir' },
  sendMsgTransfTicketHelp: {
    pt: 'Enviada quando a conversa muda de fila ou de atendente.',
    en: 'Sent when the conversation changes queue or agent.',
    es: 'Se envía cuando la conversación cambia de cola o de agente.',
  },
  sendFarewellWaitingTicket: {
    pt: 'Despedida para clientes que ainda aguardam',
    en: 'Farewell for customers still waiting',
    es: 'Despedida para clientes que aún esperan',
  },
  sendFarewellWaitingTicketHelp: {
    pt: 'Ao resolver uma conversa que não foi aceita, envia a despedida da conexão.',
    en: 'When a conversation that was not accepted is resolved, sends the connection’s farewell.',
    es: 'Al resolver una conversación que no fue aceptada, envía la despedida de la conexión.',
  },

  acceptCallWhatsapp: { pt: 'Aceitar ligações', en: 'Accept calls', es: 'Aceptar llamadas' },
  acceptCallWhatsappHelp: {
    pt: 'Quando desligado, a ligação é recusada e o cliente recebe a mensagem abaixo.',
    en: 'When off, the call is declined and the customer gets the message below.',
    es: 'Cuando está desactivado, la llamada se rechaza y el cliente recibe el mensaje de abajo.',
  },
  acceptAudioMessageContact: {
    pt: 'Aceitar áudios de clientes',
    en: 'Accept audio from customers',
    es: 'Aceptar audios de clientes',
  },
  acceptAudioMessageContactHelp: {
    pt: 'Quando desligado, o bot pede que o cliente escreva.',
    en: 'When off, the bot asks the customer to write instead.',
    es: 'Cuando está desactivado, el bot pide al cliente que escriba.',
  },

  userRating: { pt: 'Pedir avaliação', en: 'Ask for a rating', es: 'Pedir evaluación' },
  userRatingHelp: {
    pt: 'Ao resolver, o cliente dá uma nota de 0 a 10. A pergunta fica em cada conexão.',
    en: 'When a conversation is resolved, the customer gives a score from 0 to 10. The question is set in each connection.',
    es: 'Al resolver, el cliente da una nota de 0 a 10. La pregunta está en cada conexión.',
  },

  enableLGPD: { pt: 'Tratamento conforme a LGPD', en: 'Data handling under the LGPD', es: 'Tratamiento según la LGPD' },
  enableLGPDHelp: {
    pt: 'Pede o consentimento do cliente antes da conversa.',
    en: 'Asks for the customer’s consent before the conversation.',
    es: 'Pide el consentimiento del cliente antes de la conversación.',
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
    en: 'Masks numbers in lists, conversations and spreadsheets.',
    es: 'Enmascara los números en listas, conversaciones y hojas de cálculo.',
  },
  lgpdDeleteMessage: {
    pt: 'Esconder mensagem apagada',
    en: 'Hide deleted messages',
    es: 'Ocultar mensajes borrados',
  },
  lgpdDeleteMessageHelp: {
    pt: 'As mensagens que o cliente apaga somem também daqui.',
    en: 'Messages that the customer deletes disappear here too.',
    es: 'Los mensajes que el cliente borra también desaparecen aquí.',
  },

  transferMessage: { pt: 'Mensagem ao transferir', en: 'Transfer message', es: 'Mensaje de transferencia' },
  greetingAcceptedMessage: {
    pt: 'Mensagem ao aceitar',
    en: 'Message when accepting',
    es: 'Mensaje al aceptar',
  },
  AcceptCallWhatsappMessage: {
    pt: 'Mensagem ao recusar ligação',
    en: 'Message when declining a call',
    es: 'Mensaje al rechazar una llamada',
  },
  sendQueuePositionMessage: {
    pt: 'Mensagem com a posição',
    en: 'Message with the position',
    es: 'Mensaje con la posición',
  },

  transferMessageSuggestion: {
    pt: 'Vou te passar para a equipe de {{queue}}.',
    en: 'I will transfer you to the {{queue}} team.',
    es: 'Te paso con el equipo de {{queue}}.',
  },
  greetingAcceptedMessageSuggestion: {
    pt: 'Olá, {{firstName}}! Sou {{userName}} e vou te atender.',
    en: 'Hello, {{firstName}}! I am {{userName}} and will help you.',
    es: '¡Hola, {{firstName}}! Soy {{userName}} y voy a atenderte.',
  },
  AcceptCallWhatsappMessageSuggestion: {
    pt: 'Não atendemos ligações por aqui. Escreva que já respondemos.',
    en: 'We do not take calls here. Write to us and we will reply.',
    es: 'Aquí no atendemos llamadas. Escríbenos y te respondemos.',
  },
  sendQueuePositionMessageSuggestion: {
    pt: 'Você é o número {{position}} da fila {{queue}}.',
    en: 'You are number {{position}} in the queue {{queue}}.',
    es: 'Eres el número {{position}} de la cola {{queue}}.',
  },

  schedules: { pt: 'Expediente da empresa', en: 'Company business hours', es: 'Horario de atención de la empresa' },
  timeZone: { pt: 'Fuso horário', en: 'Time zone', es: 'Zona horaria' },
});
