/** The kit's own texts and their language. Screens bring their own texts. */
import { createContext, useContext } from 'react';

export type UiLanguage = 'pt' | 'en' | 'es';

/** Set by UiProvider; Portuguese by default. */
export const UiLanguageContext = createContext<UiLanguage>('pt');

export function useUiTexts() {
  const language = useContext(UiLanguageContext);
  return (key: keyof typeof uiTexts): string => uiTexts[key][language];
}

const uiTexts = {
  close: { pt: 'Fechar', en: 'Close', es: 'Cerrar' },
  cancel: { pt: 'Cancelar', en: 'Cancel', es: 'Cancelar' },
  retry: { pt: 'Tentar de novo', en: 'Try again', es: 'Intentar de nuevo' },
  clear: { pt: 'Limpar', en: 'Clear', es: 'Limpiar' },
  remove: { pt: 'Remover', en: 'Remove', es: 'Quitar' },
  actions: { pt: 'Ações', en: 'Actions', es: 'Acciones' },
  loading: { pt: 'Carregando…', en: 'Loading…', es: 'Cargando…' },
  required: { pt: 'obrigatório', en: 'required', es: 'obligatorio' },
  unsaved: { pt: 'Alterações não salvas', en: 'Unsaved changes', es: 'Cambios sin guardar' },
  discardTitle: { pt: 'Descartar as alterações?', en: 'Discard the changes?', es: '¿Descartar los cambios?' },
  discardText: {
    pt: 'O que você mudou aqui ainda não foi salvo.',
    en: 'What you changed here is not saved yet.',
    es: 'Lo que cambiaste aquí aún no se guardó.',
  },
  discard: { pt: 'Descartar', en: 'Discard', es: 'Descartar' },
  keepEditing: { pt: 'Continuar editando', en: 'Keep editing', es: 'Seguir editando' },
  typeToConfirm: { pt: 'Para confirmar, digite', en: 'To confirm, type', es: 'Para confirmar, escribe' },
  choose: { pt: 'Escolher…', en: 'Choose…', es: 'Elegir…' },
  search: { pt: 'Buscar', en: 'Search', es: 'Buscar' },
  nothingFound: { pt: 'Nada encontrado', en: 'Nothing found', es: 'Sin resultados' },
  showPassword: { pt: 'Mostrar a senha', en: 'Show password', es: 'Mostrar la contraseña' },
  hidePassword: { pt: 'Ocultar a senha', en: 'Hide password', es: 'Ocultar la contraseña' },
  otherColor: { pt: 'Outra cor', en: 'Another color', es: 'Otro color' },
  hexCode: { pt: 'Código hexadecimal', en: 'Hex code', es: 'Código hexadecimal' },
  green: { pt: 'Verde', en: 'Green', es: 'Verde' },
  lime: { pt: 'Verde-limão', en: 'Lime', es: 'Verde lima' },
  amber: { pt: 'Âmbar', en: 'Amber', es: 'Ámbar' },
  orange: { pt: 'Laranja', en: 'Orange', es: 'Naranja' },
  red: { pt: 'Vermelho', en: 'Red', es: 'Rojo' },
  pink: { pt: 'Rosa', en: 'Pink', es: 'Rosa' },
  purple: { pt: 'Roxo', en: 'Purple', es: 'Morado' },
  violet: { pt: 'Violeta', en: 'Violet', es: 'Violeta' },
  indigo: { pt: 'Anil', en: 'Indigo', es: 'Índigo' },
  blue: { pt: 'Azul', en: 'Blue', es: 'Azul' },
  turquoise: { pt: 'Turquesa', en: 'Turquoise', es: 'Turquesa' },
  petrol: { pt: 'Azul-petróleo', en: 'Petrol blue', es: 'Azul petróleo' },
  emerald: { pt: 'Esmeralda', en: 'Emerald', es: 'Esmeralda' },
  ice: { pt: 'Azul-gelo', en: 'Ice blue', es: 'Azul hielo' },
  gray: { pt: 'Cinza', en: 'Gray', es: 'Gris' },
  graphite: { pt: 'Grafite', en: 'Graphite', es: 'Grafito' },
  listFailed: {
    pt: 'Não foi possível carregar a lista de registros',
    en: 'The list could not be loaded',
    es: 'No se pudo cargar la lista',
  },
  failed: { pt: 'Algo não deu certo', en: 'Something went wrong', es: 'Algo no salió bien' },
  floating: { pt: 'Menus e dicas', en: 'Menus and tips', es: 'Menús y ayudas' },
  notices: { pt: 'Notificações', en: 'Notifications', es: 'Notificaciones' },
  datePattern: { pt: 'dd/mm/aaaa', en: 'dd/mm/yyyy', es: 'dd/mm/aaaa' },
  badDate: { pt: 'Esta data não existe', en: 'This date does not exist', es: 'Esta fecha no existe' },
  dateExample: {
    pt: 'Use dia, mês e ano, como 25/12/2026.',
    en: 'Use day, month and year, like 25/12/2026.',
    es: 'Usa día, mes y año, como 25/12/2026.',
  },
  openCalendar: { pt: 'Abrir o calendário', en: 'Open the calendar', es: 'Abrir el calendario' },
  online: { pt: 'Online', en: 'Online', es: 'En línea' },
} satisfies Record<string, Record<UiLanguage, string>>;
