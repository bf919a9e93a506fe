export type ButtonAction = 'copy' | 'call' | 'url';

/** Labels that a customer sees on a button when the sender has not written one. */
const buttonLabels: Record<'pt' | 'en' | 'es', Record<ButtonAction, string>> = {
  pt: { copy: 'Copiar', call: 'Ligar', url: 'Abrir' },
  en: { copy: 'Copy', call: 'Call', url: 'Open' },
  es: { copy: 'Copiar', call: 'Llamar', url: 'Abrir' },
};

/** The company's language. Companies have no language setting, so Portuguese is the default for all of them. */
export const defaultButtonLabel = (action: ButtonAction, language: keyof typeof buttonLabels = 'pt'): string =>
  buttonLabels[language][action];
