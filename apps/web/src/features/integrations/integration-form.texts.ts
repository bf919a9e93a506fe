import { texts } from '../../lib/texts.ts';

export const integrationFormTexts = texts({
  newTitle: { pt: 'Nova integração', en: 'New integration', es: 'Nueva integración' },
  editNamed: { pt: 'Editar {name}', en: 'Edit {name}', es: 'Editar {name}' },
  save: { pt: 'Salvar integração', en: 'Save integration', es: 'Guardar integración' },
  created: { pt: 'Integração criada', en: 'Integration created', es: 'Integración creada' },
  changed: { pt: 'Integração salva', en: 'Integration saved', es: 'Integración guardada' },
  type: { pt: 'Tipo', en: 'Type', es: 'Tipo' },
  name: { pt: 'Nome', en: 'Name', es: 'Nombre' },

  // What each type does
  dialogflowText: {
    pt: 'Um agente do Dialogflow ES responde ao cliente.',
    en: 'A Dialogflow ES agent answers the customer.',
    es: 'Un agente de Dialogflow ES responde al cliente.',
  },
  n8nText: {
    pt: 'Cada mensagem do cliente é enviada, assinada, ao n8n. O que ele devolve não é usado.',
    en: 'Every message of the customer is sent, signed, to n8n. What it returns is not used.',
    es: 'Cada mensaje del cliente se envía, firmado, a n8n. Lo que devuelve no se usa.',
  },
  webhookText: {
    pt: 'Cada mensagem do cliente é enviada, assinada, a outro sistema. O que ele devolve não é usado.',
    en: 'Every message of the customer is sent, signed, to another system. What it returns is not used.',
    es: 'Cada mensaje del cliente se envía, firmado, a otro sistema. Lo que devuelve no se usa.',
  },
  typebotText: {
    pt: 'Um bot do Typebot conversa com o cliente.',
    en: 'A Typebot bot talks to the customer.',
    es: 'Un bot de Typebot conversa con el cliente.',
  },
  flowbuilderText: {
    pt: 'Um fluxo de conversa da empresa começa.',
    en: 'A conversation flow of the company starts.',
    es: 'Empieza un flujo de conversación de la empresa.',
  },

  required: { pt: 'Obrigatório', en: 'Required', es: 'Obligatorio' },
  tooShort: { pt: 'Muito curto!', en: 'Too Short!', es: '¡Muy corto!' },
  tooLong: { pt: 'Muito longo!', en: 'Too Long!', es: '¡Muy largo!' },

  // Dialogflow
  projectName: { pt: 'Nome do projeto', en: 'Project name', es: 'Nombre del proyecto' },
  projectHint: {
    pt: 'O ID do projeto no Google Cloud.',
    en: 'The project ID in Google Cloud.',
    es: 'El ID del proyecto en Google Cloud.',
  },
  projectInvalid: {
    pt: 'Use 6 a 30 letras minúsculas, números e hifens, começando com uma letra',
    en: 'Use 6 to 30 lower-case letters, numbers and hyphens, starting with a letter',
    es: 'Usa de 6 a 30 letras minúsculas, números y guiones, empezando con una letra',
  },
  language: { pt: 'Idioma', en: 'Language', es: 'Idioma' },
  portuguese: { pt: 'Português', en: 'Portuguese', es: 'Portugués' },
  english: { pt: 'Inglês', en: 'English', es: 'Inglés' },
  spanish: { pt: 'Espanhol', en: 'Spanish', es: 'Español' },
  jsonContent: { pt: 'Conta de serviço (JSON)', en: 'Service account (JSON)', es: 'Cuenta de servicio (JSON)' },
  jsonHint: {
    pt: 'Arraste o arquivo para cá, escolha-o ou cole o conteúdo. Ele é guardado cifrado e não aparece de novo.',
    en: 'Drop the file here, choose it or paste its content. It is stored encrypted and not shown again.',
    es: 'Arrastra el archivo aquí, elígelo o pega el contenido. Se guarda cifrado y no se muestra de nuevo.',
  },
  jsonStored: {
    pt: 'Guardada: {email}. Deixe vazio para mantê-la.',
    en: 'Stored: {email}. Leave empty to keep it.',
    es: 'Guardada: {email}. Deja vacío para mantenerla.',
  },
  jsonInvalid: {
    pt: 'Este não é o arquivo JSON inteiro de uma conta de serviço do Google.',
    en: 'This is not the whole JSON file of a Google service account.',
    es: 'Este no es el archivo JSON completo de una cuenta de servicio de Google.',
  },
  chooseFile: { pt: 'Escolher arquivo', en: 'Choose file', es: 'Elegir archivo' },
  jsonTaken: {
    pt: 'Conta {email}, com chave privada',
    en: 'Account {email}, with its private key',
    es: 'Cuenta {email}, con clave privada',
  },
  replace: { pt: 'Trocar', en: 'Replace', es: 'Cambiar' },
  testNow: { pt: 'Testar antes de salvar', en: 'Test before saving', es: 'Probar antes de guardar' },
  testAnswered: { pt: 'O Dialogflow respondeu:', en: 'Dialogflow replied:', es: 'Dialogflow respondió:' },

  // n8n and webhook
  url: { pt: 'Endereço (URL)', en: 'Address (URL)', es: 'Dirección (URL)' },
  urlHint: {
    pt: 'Recebe um POST com o JSON de cada mensagem.',
    en: 'Receives a POST with the JSON of every message.',
    es: 'Recibe un POST con el JSON de cada mensaje.',
  },
  urlInvalid: {
    pt: 'Comece com https://, sem usuário, senha ou #',
    en: 'Start with https://, without user name, password or #',
    es: 'Empieza con https://, sin usuario, contraseña ni #',
  },
  header: {
    pt: 'Cabeçalho que o sistema exige (opcional)',
    en: 'Header that the system requires (optional)',
    es: 'Encabezado que exige el sistema (opcional)',
  },
  headerName: { pt: 'Nome do cabeçalho', en: 'Header name', es: 'Nombre del encabezado' },
  headerNameInvalid: {
    pt: 'Use um nome de cabeçalho, como Authorization',
    en: 'Use a header name, like Authorization',
    es: 'Usa un nombre de encabezado, como Authorization',
  },
  headerValue: { pt: 'Valor do cabeçalho', en: 'Header value', es: 'Valor del encabezado' },
  headerStored: {
    pt: 'Há um valor guardado. Deixe vazio para mantê-lo.',
    en: 'A value is stored. Leave empty to keep it.',
    es: 'Hay un valor guardado. Deja vacío para mantenerlo.',
  },
  headerAgain: {
    pt: 'Com outro endereço, informe o valor de novo.',
    en: 'With another address, enter the value again.',
    es: 'Con otra dirección, indica el valor de nuevo.',
  },

  // Secret
  secret: { pt: 'Segredo da assinatura', en: 'Signing secret', es: 'Secreto de la firma' },
  secretText: {
    pt: 'Cada entrega tem o cabeçalho X-Balcao-Signature, que prova de onde ela vem. Termina em {last4}; por segurança, só aparece inteiro quando é gerado.',
    en: 'Every delivery has the header X-Balcao-Signature, which proves where it comes from. Ends in {last4}; for security, it is shown in full only when it is generated.',
    es: 'Cada entrega tiene el encabezado X-Balcao-Signature, que prueba de dónde viene. Termina en {last4}; por seguridad, solo se muestra entero cuando se genera.',
  },
  secretNew: { pt: 'Gerar novo segredo', en: 'Generate a new secret', es: 'Generar un nuevo secreto' },
  secretNewTitle: {
    pt: 'Gerar um novo segredo para “{name}”?',
    en: 'Generate a new secret for “{name}”?',
    es: '¿Generar un nuevo secreto para “{name}”?',
  },
  secretNewText: {
    pt: 'O segredo atual deixa de valer na hora: troque-o também no sistema que recebe as entregas.',
    en: 'The current secret stops working immediately: replace it also in the system that receives the deliveries.',
    es: 'El secreto actual deja de valer al instante: cámbialo también en el sistema que recibe las entregas.',
  },
  secretTitle: { pt: 'Segredo de “{name}”', en: 'Secret of “{name}”', es: 'Secreto de “{name}”' },
  secretUse: {
    pt: 'Guarde-o no sistema que recebe as entregas. O cabeçalho X-Balcao-Signature traz t, a hora em segundos, e v1, o HMAC-SHA256 de “t.corpo” com este segredo.',
    en: 'Store it in the system that receives the deliveries. The header X-Balcao-Signature has t, the time in seconds, and v1, the HMAC-SHA256 of “t.body” with this secret.',
    es: 'Guárdalo en el sistema que recibe las entregas. El encabezado X-Balcao-Signature trae t, la hora en segundos, y v1, el HMAC-SHA256 de “t.cuerpo” con este secreto.',
  },
  secretOnce: {
    pt: 'Copie e guarde agora: por segurança, ele não aparece de novo.',
    en: 'Copy and save it now: for security, it is not shown again.',
    es: 'Cópialo y guárdalo ahora: por seguridad, no se muestra de nuevo.',
  },
  copy: { pt: 'Copiar', en: 'Copy', es: 'Copiar' },
  copied: { pt: 'Segredo copiado', en: 'Secret copied', es: 'Secreto copiado' },
  copyFailed: {
    pt: 'O navegador não deixou copiar. Selecione o texto e copie.',
    en: 'The browser did not allow copying. Select the text and copy it.',
    es: 'El navegador no permitió copiar. Selecciona el texto y cópialo.',
  },
  saved: { pt: 'Já guardei', en: 'I’ve saved it', es: 'Ya lo guardé' },

  // Typebot
  typebotUrl: { pt: 'Endereço do Typebot (URL)', en: 'Typebot address (URL)', es: 'Dirección de Typebot (URL)' },
  typebotUrlHint: {
    pt: 'Onde o bot é publicado, sem /api.',
    en: 'Where the bot is published, without /api.',
    es: 'Donde se publica el bot, sin /api.',
  },
  slug: { pt: 'Slug do bot', en: 'Bot slug', es: 'Slug del bot' },
  slugHint: {
    pt: 'A última parte do endereço público do bot.',
    en: 'The last part of the public address of the bot.',
    es: 'La última parte de la dirección pública del bot.',
  },
  slugInvalid: {
    pt: 'Use letras, números, hifens e sublinhados',
    en: 'Use letters, numbers, hyphens and underscores',
    es: 'Usa letras, números, guiones y guiones bajos',
  },
  delay: {
    pt: 'Intervalo entre mensagens (ms)',
    en: 'Pause between messages (ms)',
    es: 'Intervalo entre mensajes (ms)',
  },
  expires: { pt: 'Expira em minutos', en: 'Expires in minutes', es: 'Expira en minutos' },
  expiresHint: {
    pt: 'Sem mensagens por este tempo, o bot recomeça; 0 nunca.',
    en: 'Without messages for this time, the bot starts again; 0 never.',
    es: 'Sin mensajes durante este tiempo, el bot recomienza; 0 nunca.',
  },
  keywordFinish: { pt: 'Palavra para terminar', en: 'Word to end', es: 'Palabra para terminar' },
  keywordFinishHint: {
    pt: 'Resolve a conversa.',
    en: 'Resolves the conversation.',
    es: 'Resuelve la conversación.',
  },
  keywordRestart: { pt: 'Palavra para recomeçar', en: 'Word to restart', es: 'Palabra para reiniciar' },
  restartMessage: { pt: 'Mensagem ao recomeçar', en: 'Message on restart', es: 'Mensaje al reiniciar' },
  unknownMessage: {
    pt: 'Mensagem quando o bot não entende',
    en: 'Message when the bot does not understand',
    es: 'Mensaje cuando el bot no entiende',
  },

  // Flow
  flow: { pt: 'Fluxo', en: 'Flow', es: 'Flujo' },
  flowHint: {
    pt: 'Começa quando uma conversa chega a esta integração.',
    en: 'Starts when a conversation reaches this integration.',
    es: 'Empieza cuando una conversación llega a esta integración.',
  },
});
