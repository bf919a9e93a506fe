/** One row per text, in the languages of the product. */
export const templateTexts = {
  // Boas-vindas
  welcomeName: { pt: 'Boas-vindas com menu', en: 'Welcome with menu', es: 'Bienvenida con menú' },
  welcomeDescription: {
    pt: 'Recebe o cliente, mostra as opções e avisa que um atendente vai responder.',
    en: 'Greets the customer, shows the options and announces that an agent will reply.',
    es: 'Recibe al cliente, muestra las opciones y avisa que un agente va a responder.',
  },
  welcomeHello: {
    pt: '{{ms}}, {{firstName}}! Que bom ter você por aqui.',
    en: 'Hello, {{firstName}}! Good to have you here.',
    es: '¡Hola, {{firstName}}! Qué bueno tenerte por aquí.',
  },
  howCanWeHelp: { pt: 'Como podemos ajudar?', en: 'How can we help?', es: '¿Cómo podemos ayudarte?' },
  sales: { pt: 'Quero comprar', en: 'I want to buy', es: 'Quiero comprar' },
  support: { pt: 'Preciso de ajuda', en: 'I need help', es: 'Necesito ayuda' },
  address: { pt: 'Endereço e horários', en: 'Address and hours', es: 'Dirección y horarios' },
  agentComing: {
    pt: 'Certo! Um atendente já vai responder por aqui.',
    en: 'All right! An agent will reply here shortly.',
    es: '¡Listo! Un agente te responderá por aquí en breve.',
  },
  describeProblem: {
    pt: 'Conte em uma mensagem o que aconteceu.',
    en: 'Tell us in one message what happened.',
    es: 'Cuéntanos en un mensaje qué pasó.',
  },
  problemNote: { pt: 'Problema: {{problema}}', en: 'Problem: {{problema}}', es: 'Problema: {{problema}}' },
  addressText: {
    pt: 'Estamos na Rua Exemplo, 100. Atendemos de segunda a sexta, das 8h às 18h.',
    en: 'We are at 100 Example Street. We are open Monday to Friday, from 8 am to 6 pm.',
    es: 'Estamos en la Calle Ejemplo 100. Atendemos de lunes a viernes, de 8 a 18 h.',
  },

  // Fora do expediente
  hoursName: { pt: 'Fora do expediente', en: 'Outside business hours', es: 'Fuera del horario de atención' },
  hoursDescription: {
    pt: 'No expediente, avisa que um atendente vai responder. Fora dele, anota o recado e retoma na abertura.',
    en: 'In business hours, announces an agent. Outside them, takes a message and continues at the opening.',
    es: 'En horario de atención, anuncia a un agente. Fuera de él, anota el recado y continúa al abrir.',
  },
  closedNow: {
    pt: 'Oi, {{firstName}}! Agora estamos fora do expediente. Deixe o seu recado e respondemos assim que abrirmos.',
    en: 'Hi, {{firstName}}! We are outside business hours now. Leave a message and we will reply when we open.',
    es: '¡Hola, {{firstName}}! Ahora estamos fuera del horario de atención. Deja tu recado y te respondemos al abrir.',
  },
  messageSaved: {
    pt: 'Recado anotado. Até breve!',
    en: 'We have your message. Talk to you soon!',
    es: 'Recado anotado. ¡Hasta pronto!',
  },
  messageNote: { pt: 'Recado: {{recado}}', en: 'Message: {{recado}}', es: 'Recado: {{recado}}' },
  openAgain: {
    pt: 'Bom dia, {{firstName}}! Abrimos e já vamos responder o seu recado.',
    en: 'Good morning, {{firstName}}! We are open and will reply to your message now.',
    es: '¡Buenos días, {{firstName}}! Ya abrimos y vamos a responder tu recado.',
  },

  // Captar interessados
  leadName: { pt: 'Captar interessados', en: 'Collect leads', es: 'Captar interesados' },
  leadDescription: {
    pt: 'Pergunta nome, e-mail e interesse, grava no contato e deixa uma nota para o atendente.',
    en: 'Asks for name, email and interest, saves them in the contact and leaves a note for the agent.',
    es: 'Pregunta nombre, correo e interés, los guarda en el contacto y deja una nota para el agente.',
  },
  askName: {
    pt: 'Oi! Para começar, qual é o seu nome completo?',
    en: 'Hi! To start, what is your full name?',
    es: '¡Hola! Para empezar, ¿cuál es tu nombre completo?',
  },
  askEmail: {
    pt: 'Obrigado, {{nome}}! Qual é o seu e-mail?',
    en: 'Thank you, {{nome}}! What is your email?',
    es: '¡Gracias, {{nome}}! ¿Cuál es tu correo?',
  },
  askInterest: {
    pt: 'O que você procura?',
    en: 'What are you looking for?',
    es: '¿Qué estás buscando?',
  },
  leadNote: {
    pt: 'Interessado: {{nome}} ({{email}}): {{interesse}}',
    en: 'Lead: {{nome}} ({{email}}): {{interesse}}',
    es: 'Interesado: {{nome}} ({{email}}): {{interesse}}',
  },
  leadThanks: {
    pt: 'Perfeito, {{nome}}! Um atendente vai falar com você.',
    en: 'Perfect, {{nome}}! An agent will talk to you.',
    es: '¡Perfecto, {{nome}}! Un agente va a hablar contigo.',
  },

  // Perguntas frequentes
  faqName: { pt: 'Perguntas frequentes', en: 'Frequent questions', es: 'Preguntas frecuentes' },
  faqDescription: {
    pt: 'Responde às dúvidas mais comuns e volta ao menu.',
    en: 'Answers the most common questions and returns to the menu.',
    es: 'Responde las dudas más comunes y vuelve al menú.',
  },
  faqQuestion: { pt: 'Qual é a sua dúvida?', en: 'What is your question?', es: '¿Cuál es tu duda?' },
  faqDelivery: { pt: 'Prazo de entrega', en: 'Delivery time', es: 'Plazo de entrega' },
  faqPayment: { pt: 'Formas de pagamento', en: 'Payment methods', es: 'Formas de pago' },
  faqExchange: { pt: 'Trocas e devoluções', en: 'Exchanges and returns', es: 'Cambios y devoluciones' },
  faqDeliveryAnswer: {
    pt: 'Entregamos em até 5 dias úteis.',
    en: 'We deliver within 5 working days.',
    es: 'Entregamos en hasta 5 días hábiles.',
  },
  faqPaymentAnswer: {
    pt: 'Aceitamos PIX, cartão e boleto.',
    en: 'We accept PIX, cards and bank slips.',
    es: 'Aceptamos PIX, tarjeta y boleto.',
  },
  faqExchangeAnswer: {
    pt: 'Você pode trocar em até 7 dias depois de receber.',
    en: 'You can exchange within 7 days after receiving.',
    es: 'Puedes cambiar hasta 7 días después de recibir.',
  },
  anythingElse: {
    pt: 'Posso ajudar em algo mais?',
    en: 'Can I help with anything else?',
    es: '¿Te ayudo con algo más?',
  },
  otherQuestion: { pt: 'Outra dúvida', en: 'Another question', es: 'Otra duda' },
  noThanks: { pt: 'Não, obrigado', en: 'No, thank you', es: 'No, gracias' },

  // Agendar um horário
  bookingName: { pt: 'Agendar um horário', en: 'Book an appointment', es: 'Agendar una cita' },
  bookingDescription: {
    pt: 'Pergunta o dia e o período e deixa o pedido em uma nota.',
    en: 'Asks for the day and the time of day and leaves the request in a note.',
    es: 'Pregunta el día y el turno y deja el pedido en una nota.',
  },
  askDate: {
    pt: 'Para qual dia? Escreva como 31/12/2026.',
    en: 'For which day? Write it like 31/12/2026.',
    es: '¿Para qué día? Escríbelo como 31/12/2026.',
  },
  askPeriod: { pt: 'Em qual período?', en: 'At what time of day?', es: '¿En qué turno?' },
  morning: { pt: 'Manhã', en: 'Morning', es: 'Mañana' },
  afternoon: { pt: 'Tarde', en: 'Afternoon', es: 'Tarde' },
  morningNote: { pt: 'Agendar {{dia}}, manhã', en: 'Book {{dia}}, morning', es: 'Agendar {{dia}}, mañana' },
  afternoonNote: { pt: 'Agendar {{dia}}, tarde', en: 'Book {{dia}}, afternoon', es: 'Agendar {{dia}}, tarde' },
  bookingThanks: {
    pt: 'Anotado! Um atendente confirma o horário do dia {{dia}}.',
    en: 'Noted! An agent will confirm the time on {{dia}}.',
    es: '¡Anotado! Un agente confirma el horario del día {{dia}}.',
  },

  // Situação do pedido
  orderName: { pt: 'Situação do pedido', en: 'Order status', es: 'Estado del pedido' },
  orderDescription: {
    pt: 'Pergunta o número do pedido, confere o formato e passa ao atendente com uma nota.',
    en: 'Asks for the order number, checks its form and transfers to the agent with a note.',
    es: 'Pregunta el número del pedido, revisa el formato y pasa al agente con una nota.',
  },
  askOrder: {
    pt: 'Qual é o número do seu pedido?',
    en: 'What is your order number?',
    es: '¿Cuál es el número de tu pedido?',
  },
  orderRetry: {
    pt: 'O número do pedido tem só algarismos. Está no e-mail de confirmação.',
    en: 'The order number has digits only. It is in the confirmation email.',
    es: 'El número del pedido tiene solo dígitos. Está en el correo de confirmación.',
  },
  orderNote: { pt: 'Pedido {{pedido}}', en: 'Order {{pedido}}', es: 'Pedido {{pedido}}' },
  orderThanks: {
    pt: 'Obrigado! Vamos consultar o pedido {{pedido}} e já respondemos.',
    en: 'Thank you! We will check order {{pedido}} and reply shortly.',
    es: '¡Gracias! Vamos a consultar el pedido {{pedido}} y te respondemos.',
  },

  // Pesquisa rápida
  surveyName: { pt: 'Pesquisa rápida', en: 'Short survey', es: 'Encuesta rápida' },
  surveyDescription: {
    pt: 'Pede uma nota de 0 a 10, agradece e chama um atendente quando a nota é baixa.',
    en: 'Asks for a score from 0 to 10, says thank you and calls an agent when the score is low.',
    es: 'Pide una nota de 0 a 10, agradece y llama a un agente cuando la nota es baja.',
  },
  askScore: {
    pt: 'De 0 a 10, que nota você dá para o nosso atendimento?',
    en: 'From 0 to 10, how do you rate our service?',
    es: 'De 0 a 10, ¿qué nota le das a nuestra atención?',
  },
  scoreHigh: {
    pt: 'Obrigado pela nota {{nota}}!',
    en: 'Thank you for the {{nota}}!',
    es: '¡Gracias por la nota {{nota}}!',
  },
  scoreLow: {
    pt: 'Sentimos muito. O que podemos melhorar?',
    en: 'We are sorry. What can we improve?',
    es: 'Lo sentimos. ¿Qué podemos mejorar?',
  },
  scoreNote: {
    pt: 'Nota {{nota}}: {{melhoria}}',
    en: 'Score {{nota}}: {{melhoria}}',
    es: 'Nota {{nota}}: {{melhoria}}',
  },

  // Retomar contato
  followUpName: { pt: 'Retomar contato', en: 'Follow up', es: 'Retomar el contacto' },
  followUpDescription: {
    pt: 'Envia a proposta, espera, lembra o cliente que não respondeu e resolve a conversa sem insistir.',
    en: 'Sends the offer, waits, reminds a customer who did not reply and closes without insisting.',
    es: 'Envía la propuesta, espera, le recuerda al cliente que no respondió y cierra sin insistir.',
  },
  offer: {
    pt: 'Oi, {{firstName}}! Segue a nossa proposta. Ficou alguma dúvida?',
    en: 'Hi, {{firstName}}! Here is our offer. Do you have any questions?',
    es: '¡Hola, {{firstName}}! Aquí va nuestra propuesta. ¿Te quedó alguna duda?',
  },
  reminder: {
    pt: '{{firstName}}, conseguiu ver a proposta? Continuamos por aqui.',
    en: '{{firstName}}, did you have time to read the offer? We are still here.',
    es: '{{firstName}}, ¿pudiste ver la propuesta? Seguimos por aquí.',
  },
} as const;
export type TemplateText = keyof typeof templateTexts;
