import { texts } from '../../lib/texts.ts';

export const messagesApiTexts = texts({
  title: { pt: 'API de mensagens', en: 'Message API', es: 'API de mensajes' },
  reference: { pt: 'Referência completa', en: 'Full reference', es: 'Referencia completa' },

  // Tokens
  tokens: { pt: 'Tokens', en: 'Tokens', es: 'Tokens' },
  tokensText: {
    pt: 'Cada conexão tem o seu. Quem tem o token envia mensagens por ela.',
    en: 'Each connection has its own. The holder of a token sends messages through it.',
    es: 'Cada conexión tiene el suyo. Quien tiene el token envía mensajes por ella.',
  },
  tokenEnding: { pt: 'termina em {last4}', en: 'ends in {last4}', es: 'termina en {last4}' },
  lastUse: { pt: 'Último uso: {at}', en: 'Last use: {at}', es: 'Último uso: {at}' },
  neverUsed: { pt: 'Último uso: nunca', en: 'Last use: never', es: 'Último uso: nunca' },
  tokenNew: {
    pt: 'O token aparece uma vez, quando é gerado. Gere outro ao editar a conexão.',
    en: 'A token is shown once, when it is generated. Edit the connection to generate another.',
    es: 'El token se muestra una vez, al generarlo. Genera otro al editar la conexión.',
  },
  toConnections: { pt: 'Abrir conexões', en: 'Open connections', es: 'Abrir conexiones' },
  noConnections: {
    pt: 'Nenhuma conexão de WhatsApp. A API envia por uma delas.',
    en: 'No WhatsApp connection. The API sends through one of them.',
    es: 'Ninguna conexión de WhatsApp. La API envía por una de ellas.',
  },

  // Reference
  sendTitle: { pt: 'Enviar mensagem', en: 'Send a message', es: 'Enviar mensaje' },
  headers: { pt: 'Cabeçalhos', en: 'Headers', es: 'Encabezados' },
  fields: { pt: 'Campos', en: 'Fields', es: 'Campos' },
  reply: { pt: 'Resposta', en: 'Response', es: 'Respuesta' },
  errors: { pt: 'Erros', en: 'Errors', es: 'Errores' },
  required: { pt: 'obrigatório', en: 'required', es: 'obligatorio' },
  typeText: { pt: 'texto', en: 'text', es: 'texto' },
  typeNumber: { pt: 'número', en: 'number', es: 'número' },
  typeFlag: { pt: 'sim/não', en: 'yes/no', es: 'sí/no' },
  typeFile: { pt: 'arquivo', en: 'file', es: 'archivo' },
  typeObject: { pt: 'objeto', en: 'object', es: 'objeto' },
  formats: {
    pt: 'JSON, ou multipart/form-data quando há arquivos.',
    en: 'JSON, or multipart/form-data when there are files.',
    es: 'JSON, o multipart/form-data cuando hay archivos.',
  },
  headerAuthorization: {
    pt: 'Bearer e o token da conexão.',
    en: 'Bearer and the token of the connection.',
    es: 'Bearer y el token de la conexión.',
  },
  headerIdempotency: {
    pt: 'Uma chave sua por mensagem. O mesmo pedido com a mesma chave, em até dois dias, envia uma vez só.',
    en: 'Your own key for each message. The same request with the same key, within two days, sends only once.',
    es: 'Una clave tuya por mensaje. El mismo pedido con la misma clave, en hasta dos días, envía una sola vez.',
  },
  headerLanguage: {
    pt: 'pt, en ou es: a língua das frases de erro.',
    en: 'pt, en or es: the language of the error sentences.',
    es: 'pt, en o es: el idioma de las frases de error.',
  },
  number: {
    pt: 'Só dígitos, com país e DDD. Com mais de 17 dígitos é um grupo.',
    en: 'Digits only, with country and area code. More than 17 digits name a group.',
    es: 'Solo dígitos, con país y código de área. Con más de 17 dígitos es un grupo.',
  },
  body: {
    pt: 'O texto, com variáveis como {{firstName}}. Obrigatório sem arquivo; com arquivo, é a legenda.',
    en: 'The text, with variables like {{firstName}}. Required without a file; with a file it is the caption.',
    es: 'El texto, con variables como {{firstName}}. Obligatorio sin archivo; con archivo, es la leyenda.',
  },
  medias: {
    pt: 'Um ou mais arquivos, em multipart.',
    en: 'One or more files, in multipart.',
    es: 'Uno o más archivos, en multipart.',
  },
  queueId: { pt: 'Fila da conversa.', en: 'Queue of the conversation.', es: 'Cola de la conversación.' },
  userId: {
    pt: 'Atendente da conversa, que passa a Atendendo.',
    en: 'Agent of the conversation, which becomes open.',
    es: 'Agente de la conversación, que pasa a Atendiendo.',
  },
  sendSignature: {
    pt: 'Põe o nome do atendente acima do texto. Precisa de userId.',
    en: 'Puts the agent’s name above the text. Needs userId.',
    es: 'Pone el nombre del agente sobre el texto. Necesita userId.',
  },
  closeTicket: {
    pt: 'Resolve a conversa depois de enviar, sem despedida.',
    en: 'Resolves the conversation after sending, without a farewell.',
    es: 'Resuelve la conversación después de enviar, sin despedida.',
  },
  noRegister: {
    pt: 'Não abre conversa nem muda uma; a resposta do cliente abre uma normalmente.',
    en: 'Opens no conversation and changes none; the reply of the customer opens one as usual.',
    es: 'No abre conversación ni cambia una; la respuesta del cliente abre una normalmente.',
  },
  quotedMsg: {
    pt: 'A mensagem respondida: { "id": … }.',
    en: 'The message that is answered: { "id": … }.',
    es: 'El mensaje respondido: { "id": … }.',
  },
  msdelay: {
    pt: 'Espera antes de enviar, em milissegundos, até 60.000.',
    en: 'Wait before sending, in milliseconds, up to 60,000.',
    es: 'Espera antes de enviar, en milisegundos, hasta 60.000.',
  },
  replyText: {
    pt: 'A conversa e as mensagens que entraram na fila de envio.',
    en: 'The conversation and the messages that entered the send queue.',
    es: 'La conversación y los mensajes que entraron en la cola de envío.',
  },
  errorsText: {
    pt: 'O corpo traz o código em error e a frase em message.',
    en: 'The body has the code in error and the sentence in message.',
    es: 'El cuerpo trae el código en error y la frase en message.',
  },

  // Try it
  tryTitle: { pt: 'Experimente', en: 'Try it', es: 'Pruébalo' },
  kind: { pt: 'O que enviar', en: 'What to send', es: 'Qué enviar' },
  kindText: { pt: 'Texto', en: 'Text', es: 'Texto' },
  kindFile: { pt: 'Arquivo', en: 'File', es: 'Archivo' },
  token: { pt: 'Token', en: 'Token', es: 'Token' },
  tokenHint: {
    pt: 'Fica só nesta página, até você sair dela.',
    en: 'It stays on this page only, until you leave it.',
    es: 'Queda solo en esta página, hasta que salgas.',
  },
  numberLabel: { pt: 'Número', en: 'Number', es: 'Número' },
  numberHint: {
    pt: 'Só dígitos, com país e DDD.',
    en: 'Digits only, with country and area code.',
    es: 'Solo dígitos, con país y código de área.',
  },
  numberDigits: { pt: 'Use de 8 a 30 dígitos', en: 'Use 8 to 30 digits', es: 'Usa de 8 a 30 dígitos' },
  bodyLabel: { pt: 'Texto', en: 'Text', es: 'Texto' },
  captionLabel: { pt: 'Legenda', en: 'Caption', es: 'Leyenda' },
  fileLabel: { pt: 'Arquivo', en: 'File', es: 'Archivo' },
  chooseFile: { pt: 'Escolher arquivo', en: 'Choose a file', es: 'Elegir archivo' },
  changeFile: { pt: 'Trocar arquivo', en: 'Change the file', es: 'Cambiar archivo' },
  fileRequired: { pt: 'Escolha um arquivo', en: 'Choose a file', es: 'Elige un archivo' },
  queue: { pt: 'Fila', en: 'Queue', es: 'Cola' },
  noQueue: { pt: 'Nenhuma', en: 'None', es: 'Ninguna' },
  agent: { pt: 'Atendente', en: 'Agent', es: 'Agente' },
  noAgent: { pt: 'Nenhum', en: 'None', es: 'Ninguno' },
  sign: { pt: 'Assinar', en: 'Sign', es: 'Firmar' },
  resolve: { pt: 'Resolver', en: 'Resolve', es: 'Resolver' },
  send: { pt: 'Enviar de verdade', en: 'Send it for real', es: 'Enviar de verdad' },
  sent: { pt: 'Mensagem enviada com sucesso', en: 'Message sent successfully', es: 'Mensaje enviado con éxito' },
  openTicket: { pt: 'Ver na conversa', en: 'See the conversation', es: 'Ver la conversación' },

  // Samples
  samples: { pt: 'Exemplo em código', en: 'Code sample', es: 'Ejemplo en código' },
  sameAsForm: { pt: 'igual ao formulário', en: 'same as the form', es: 'igual al formulario' },
  curl: { pt: 'curl', en: 'curl', es: 'curl' },
  node: { pt: 'Node.js', en: 'Node.js', es: 'Node.js' },
  python: { pt: 'Python', en: 'Python', es: 'Python' },
  sampleText: {
    pt: 'Oi, Helena! Seu pedido 7731 chegou.',
    en: 'Hi, Helena! Your order 7731 has arrived.',
    es: '¡Hola, Helena! Tu pedido 7731 llegó.',
  },
  sampleFile: { pt: 'arquivo.pdf', en: 'file.pdf', es: 'archivo.pdf' },
  copy: { pt: 'Copiar exemplo', en: 'Copy the sample', es: 'Copiar ejemplo' },
  copied: { pt: 'Copiado', en: 'Copied', es: 'Copiado' },
  copyFailed: {
    pt: 'Não foi possível copiar. Selecione o texto e copie.',
    en: 'Could not copy. Select the text and copy it.',
    es: 'No se pudo copiar. Selecciona el texto y cópialo.',
  },
});
