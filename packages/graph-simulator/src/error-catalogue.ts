/** Title, HTTP status and details of an error code. */
export interface ErrorDefinition {
  status: number;
  title: string;
  details: string;
  type?: string;
  subcode?: number;
}

/** Source: the error references of the Cloud API, the Messenger Platform and the Graph API. */
export const errorDefinitions: Record<number, ErrorDefinition> = {
  0: { status: 401, title: 'AuthException', details: 'We were unable to authenticate the app user.' },
  1: { status: 400, title: 'An unknown error occurred', details: 'Invalid request or possible server error.' },
  2: {
    status: 503,
    title: 'Service temporarily unavailable',
    details: 'Temporary due to downtime or due to being overloaded.',
  },
  3: { status: 500, title: 'API Method', details: 'Capability or permissions issue.' },
  4: {
    status: 400,
    title: 'Application request limit reached',
    details: 'The app has reached its API call rate limit.',
  },
  10: { status: 403, title: 'Permission denied', details: 'Permission is either not granted or has been removed.' },
  33: { status: 400, title: 'Parameter value is not valid', details: 'The business phone number has been deleted.' },
  100: {
    status: 400,
    title: 'Invalid parameter',
    details: 'The request included one or more unsupported or misspelled parameters.',
  },
  190: {
    status: 401,
    title: 'Error validating access token: Session has expired',
    details: 'Your access token has expired.',
    subcode: 463,
  },
  200: { status: 403, title: 'Permissions error', details: 'Permission is either not granted or has been removed.' },
  368: {
    status: 403,
    title: 'Temporarily blocked for policies violations',
    details: 'The account was restricted or disabled for violating a platform policy.',
  },
  470: {
    status: 400,
    title:
      'Message failed to send because more than 24 hours have passed since the customer last replied to this number',
    details: 'Re-engagement message',
  },
  551: { status: 400, title: "This person isn't available right now.", details: '', subcode: 1_545_041 },
  613: { status: 400, title: 'Calls to this api have exceeded the rate limit.', details: '' },
  80007: {
    status: 400,
    title: 'Rate limit issues',
    details: 'The WhatsApp Business Account has reached its rate limit.',
  },
  130429: { status: 429, title: 'Rate limit hit', details: 'Cloud API message throughput has been reached.' },
  130472: {
    status: 400,
    title: "User's number is part of an experiment",
    details: 'Message was not sent as part of an experiment.',
  },
  130497: {
    status: 403,
    title: 'Business account is restricted from messaging users in this country.',
    details: 'The account may not message users in certain countries.',
  },
  131000: { status: 500, title: 'Something went wrong', details: 'Message failed to send due to an unknown error.' },
  131005: { status: 403, title: 'Access denied', details: 'Permission is either not granted or has been removed.' },
  131008: {
    status: 400,
    title: 'Required parameter is missing',
    details: 'The request is missing a required parameter.',
  },
  131009: { status: 400, title: 'Parameter value is not valid', details: 'One or more parameter values are invalid.' },
  131016: { status: 503, title: 'Service unavailable', details: 'A service is temporarily unavailable.' },
  131021: {
    status: 400,
    title: 'Recipient cannot be sender',
    details: 'Sender and recipient phone number is the same.',
  },
  131026: { status: 400, title: 'Message undeliverable', details: 'Unable to deliver message.' },
  131030: {
    status: 400,
    title: 'Recipient phone number not in allowed list',
    details: 'Add the recipient phone number to the recipient list and try again.',
  },
  131031: {
    status: 403,
    title: 'Account has been locked',
    details:
      'The account was restricted or disabled for violating a platform policy, or its data could not be verified.',
  },
  131037: {
    status: 400,
    title: 'Display name approval needed',
    details: 'The display name of the number has not been approved.',
  },
  131042: {
    status: 400,
    title: 'Business eligibility payment issue',
    details: 'There was an error related to your payment method.',
  },
  131045: {
    status: 400,
    title: 'Incorrect certificate',
    details: 'Message failed to send due to a phone number registration error.',
  },
  131047: {
    status: 400,
    title: 'Re-engagement message',
    details:
      'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
  },
  131048: {
    status: 400,
    title: 'Spam rate limit hit',
    details:
      'Message failed to send because there are restrictions on how many messages can be sent from this phone number.',
  },
  131049: {
    status: 400,
    title: 'This message was not delivered to maintain healthy ecosystem engagement.',
    details: 'In order to maintain a healthy ecosystem engagement, the message failed to be delivered.',
  },
  131050: {
    status: 400,
    title: 'User has stopped marketing messages',
    details: 'The recipient has chosen to stop receiving marketing messages on WhatsApp from your business.',
  },
  131051: { status: 400, title: 'Unsupported message type', details: 'Message type is currently not supported.' },
  131052: { status: 400, title: 'Media download error', details: 'Unable to download the media sent by the user.' },
  131053: { status: 400, title: 'Media upload error', details: 'Unable to upload the media used in the message.' },
  131056: {
    status: 400,
    title: '(Business Account, Consumer Account) pair rate limit hit',
    details:
      'Too many messages sent from the sender phone number to the same recipient phone number in a short period of time.',
  },
  131057: { status: 500, title: 'Account in maintenance mode', details: 'Business Account is in maintenance mode.' },
  132000: {
    status: 400,
    title: 'Template Param Count Mismatch',
    details:
      'The number of variable parameter values included in the request did not match the number of variable parameters defined in the template.',
  },
  132001: {
    status: 404,
    title: 'Template Does Not Exist',
    details: 'The template does not exist in the specified language or the template has not been approved.',
  },
  132005: { status: 400, title: 'Template Hydrated Text Too Long', details: 'Translated text is too long.' },
  132007: {
    status: 400,
    title: 'Template Format Character Policy Violated',
    details: 'Template content violates a WhatsApp policy.',
  },
  132012: {
    status: 400,
    title: 'Template Parameter Format Mismatch',
    details: 'Variable parameter values formatted incorrectly.',
  },
  132015: {
    status: 400,
    title: 'Template is Paused',
    details: 'Template is paused due to low quality so it cannot be sent in a template message.',
  },
  132016: {
    status: 400,
    title: 'Template is Disabled',
    details: 'Template has been paused too many times due to low quality and is now permanently disabled.',
  },
  132068: { status: 400, title: 'Flow is blocked', details: 'Flow is in blocked state.' },
  132069: { status: 400, title: 'Flow is throttled', details: 'Flow is in throttled state.' },
  133000: { status: 500, title: 'Incomplete Deregistration', details: 'A previous deregistration attempt failed.' },
  133004: { status: 503, title: 'Server Temporarily Unavailable', details: 'Server is temporarily unavailable.' },
  133005: { status: 400, title: 'Two step verification PIN Mismatch', details: 'Two-step verification PIN incorrect.' },
  133006: {
    status: 400,
    title: 'Phone number re-verification needed',
    details: 'Phone number needs to be verified before registering.',
  },
  133010: {
    status: 400,
    title: 'Phone number Not Registered',
    details: 'Phone number not registered on the Whatsapp Business Platform.',
  },
  133015: {
    status: 400,
    title: 'Please wait a few minutes before attempting to register this phone number',
    details: 'The phone number was recently deleted.',
  },
  133016: {
    status: 400,
    title: 'Account register deregister rate limit exceeded',
    details: 'Too many registration attempts for this phone number.',
  },
  134011: {
    status: 403,
    title: 'WhatsApp Payments terms of service has not been accepted',
    details: 'Accept the terms of service before sending.',
  },
  135000: {
    status: 400,
    title: 'Generic user error',
    details: 'Message failed to send because of an unknown error with your request parameters.',
  },
  2388001: { status: 400, title: 'Phone number pin missing', details: 'Two-step verification is not set.' },
  2593109: {
    status: 400,
    title: 'History sync is turned off by the business from the WhatsApp Business App',
    details: 'History sharing is turned off by the business',
  },
};
