import { texts } from '../../../../lib/texts.ts';

export const cardTexts = texts({
  title: { pt: 'Mensagem interativa', en: 'Interactive message', es: 'Mensaje interactivo' },
  kind: { pt: 'Tipo', en: 'Type', es: 'Tipo' },
  list: { pt: 'Lista', en: 'List', es: 'Lista' },
  link: { pt: 'URL', en: 'URL', es: 'URL' },
  copy: { pt: 'Copia', en: 'Copy', es: 'Copia' },
  call: { pt: 'Me Ligue', en: 'Call me', es: 'Llámame' },
  pix: { pt: 'PIX', en: 'PIX', es: 'PIX' },

  heading: { pt: 'Título', en: 'Title', es: 'Título' },
  text: { pt: 'Texto', en: 'Text', es: 'Texto' },
  description: { pt: 'Descrição', en: 'Description', es: 'Descripción' },
  footer: { pt: 'Rodapé', en: 'Footer', es: 'Pie' },
  button: { pt: 'Texto do botão', en: 'Button text', es: 'Texto del botón' },
  address: { pt: 'Link', en: 'Link', es: 'Enlace' },
  code: { pt: 'Texto a copiar', en: 'Text to copy', es: 'Texto a copiar' },
  phone: { pt: 'Telefone', en: 'Phone', es: 'Teléfono' },
  picture: { pt: 'Imagem (opcional)', en: 'Picture (optional)', es: 'Imagen (opcional)' },
  choosePicture: { pt: 'Escolher imagem', en: 'Choose a picture', es: 'Elegir imagen' },
  pictureTooLarge: {
    pt: 'A imagem passa de 5 MB.',
    en: 'The picture is over 5 MB.',
    es: 'La imagen supera los 5 MB.',
  },

  section: { pt: 'Seção {number}', en: 'Section {number}', es: 'Sección {number}' },
  sectionTitle: { pt: 'Título da seção', en: 'Section title', es: 'Título de la sección' },
  option: { pt: 'Opção {number}', en: 'Option {number}', es: 'Opción {number}' },
  optionText: {
    pt: 'Descrição da opção {number}',
    en: 'Description of option {number}',
    es: 'Descripción de la opción {number}',
  },
  addOption: { pt: 'Adicionar opção', en: 'Add option', es: 'Agregar opción' },
  addSection: { pt: 'Adicionar seção', en: 'Add section', es: 'Agregar sección' },
  removeOption: { pt: 'Remover opção {number}', en: 'Remove option {number}', es: 'Quitar opción {number}' },
  removeSection: { pt: 'Remover seção {number}', en: 'Remove section {number}', es: 'Quitar sección {number}' },

  keyType: { pt: 'Tipo de chave', en: 'Key type', es: 'Tipo de clave' },
  key: { pt: 'Chave PIX', en: 'PIX key', es: 'Clave PIX' },
  merchant: { pt: 'Nome de quem recebe', en: 'Recipient name', es: 'Nombre de quien recibe' },
  amount: { pt: 'Valor', en: 'Amount', es: 'Valor' },
  amountHint: {
    pt: 'Se vazio, o cliente digita o valor.',
    en: 'If empty, the customer enters the amount.',
    es: 'Si está vacío, el cliente escribe el valor.',
  },
  CPF: { pt: 'CPF', en: 'CPF', es: 'CPF' },
  CNPJ: { pt: 'CNPJ', en: 'CNPJ', es: 'CNPJ' },
  PHONE: { pt: 'Telefone', en: 'Phone', es: 'Teléfono' },
  EMAIL: { pt: 'E-mail', en: 'Email', es: 'Correo' },
  EVP: { pt: 'Chave aleatória', en: 'Random key', es: 'Clave aleatoria' },
  copyKey: { pt: 'Copiar chave PIX', en: 'Copy PIX key', es: 'Copiar clave PIX' },

  preview: { pt: 'Prévia', en: 'Preview', es: 'Vista previa' },
  send: { pt: 'Enviar', en: 'Send', es: 'Enviar' },
  sent: { pt: 'Enviada', en: 'Sent', es: 'Enviado' },

  noTicket: {
    pt: 'ID do Ticket inválido',
    en: 'This conversation no longer exists.',
    es: 'Esta conversación ya no existe.',
  },
  noTitle: { pt: 'Por favor, selecione um título.', en: 'Please choose a title.', es: 'Por favor, elige un título.' },
  failed: {
    pt: 'Erro ao processar a mensagem',
    en: 'Error while processing the message',
    es: 'Error al procesar el mensaje',
  },
  nothing: {
    pt: 'Opção não selecionada ou mensagem não gerada',
    en: 'No option was chosen, or no message was generated',
    es: 'Opción no elegida o mensaje no generado',
  },
  badLink: {
    pt: 'Este link não parece completo. Exemplo: https://example.com',
    en: 'This link does not look complete. Example: https://example.com',
    es: 'Este enlace no parece completo. Ejemplo: https://example.com',
  },
  noKey: { pt: 'Informe a chave PIX.', en: 'Enter the PIX key.', es: 'Escribe la clave PIX.' },
  noMerchant: {
    pt: 'Informe o nome de quem recebe.',
    en: 'Enter the recipient’s name.',
    es: 'Escribe el nombre de quien recibe.',
  },
  badCPF: {
    pt: 'Este CPF não é válido. Confira os 11 dígitos.',
    en: 'This CPF is not valid. Check its 11 digits.',
    es: 'Este CPF no es válido. Revisa los 11 dígitos.',
  },
  badCNPJ: {
    pt: 'Este CNPJ não é válido. Confira os 14 caracteres.',
    en: 'This CNPJ is not valid. Check its 14 characters.',
    es: 'Este CNPJ no es válido. Revisa los 14 caracteres.',
  },
  badPHONE: {
    pt: 'Este telefone não é válido. Informe o DDD e o número, por exemplo (81) 99702-1145.',
    en: 'This phone number is not valid. Enter a Brazilian number with its area code, for example (81) 99702-1145.',
    es: 'Este teléfono no es válido. Escribe un número de Brasil con su código de área, por ejemplo (81) 99702-1145.',
  },
  badEMAIL: {
    pt: 'Este e-mail não é válido. Exemplo: loja@example.com',
    en: 'This email address is not valid. Example: shop@example.com',
    es: 'Este correo no es válido. Ejemplo: tienda@example.com',
  },
  badEVP: {
    pt: 'Esta chave aleatória não é válida. Copie os 36 caracteres do aplicativo do banco.',
    en: 'This random key is not valid. Copy all 36 characters from your banking app.',
    es: 'Esta clave aleatoria no es válida. Copia los 36 caracteres de la app de tu banco.',
  },
});
