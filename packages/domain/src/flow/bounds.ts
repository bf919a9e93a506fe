/** Bounds of a document. */
export const MAX_NODES = 1000;
export const MAX_EDGES = 3000;
export const MAX_DOC_BYTES = 1_048_576;
export const MAX_TEXT_LENGTH = 4096;
export const MAX_NAME_LENGTH = 60;
export const MAX_KEY_LENGTH = 40;
export const MAX_BLOCKS = 50;
export const MAX_MENU_OPTIONS = 50;
export const MAX_OPTION_LENGTH = 72;
export const MAX_RULES = 20;
export const MAX_ENTRIES = 20;
export const MAX_TAGS = 20;
export const MAX_TEMPLATE_VALUES = 60;
export const MAX_TRIES = 10;
export const MAX_HEADERS = 20;
export const MAX_SELECTIONS = 20;
export const MAX_POINTER_LENGTH = 300;
export const MAX_JSON_LENGTH = 16_384;
export const MAX_URL_LENGTH = 2048;
export const MAX_INTERVAL_SECONDS = 120;
export const MAX_WAIT_MINUTES = 30 * 24 * 60;
export const MAX_POSITION = 1_000_000;
export const NODE_ID = /^[\w-]{1,40}$/;

/** Bounds of a run. Beyond them the conversation goes to a human, with the reason `tooManySteps`, `tooDeep` or `tooOld`. */
export const MAX_VISITS_PER_INPUT = 100;
export const MAX_MESSAGES_PER_INPUT = 20;
export const MAX_VISITS = 2000;
export const MAX_DEPTH = 5;
export const MAX_LIFETIME_MS = 60 * 24 * 60 * 60_000;
export const MAX_VARIABLES = 100;
export const MAX_VALUE_LENGTH = 4096;
export const MAX_VARIABLES_LENGTH = 65_536;
/** Visited nodes that a run remembers for the note to the agent. */
export const MAX_PATH = 20;
/** Messages of the customer that wait for the next call. */
export const MAX_PENDING_TEXTS = 20;
/**
 * Calls of one visit to a Typebot or Dialogflow. A form may have many more questions than the 20 turns of a model; two bots
 * that answer each other stop sooner, at the calls of a contact in an hour.
 */
export const MAX_BOT_TURNS = 100;

/** Texts of a test that a model is given. */
export const MAX_TRY_HISTORY = 40;
