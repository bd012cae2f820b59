/** What the demo shop says of how it sends, wraps and welcomes, in Hindi and German. Pure. */
import type { Said } from './said.ts';

export const houseSaid: readonly Said[] = [
  ['Standard', 'साधारण', 'Standard'],
  ['By road, tracked', 'सड़क से, ट्रैकिंग के साथ', 'Auf der Straße, mit Sendungsverfolgung'],
  ['Express', 'एक्सप्रेस', 'Express'],
  ['By air or courier', 'हवाई या कूरियर से', 'Per Luft oder Kurier'],
  ['By bicycle', 'साइकिल से', 'Mit dem Fahrrad'],
  ['From the store around the corner', 'पास की दुकान से', 'Aus der Filiale um die Ecke'],
  ['Wrapped by hand, with your message.', 'हाथ से लपेटा हुआ, आपके संदेश के साथ।', 'Von Hand eingepackt, mit Ihrer Nachricht.'],
  ['Welcome to the demo shop', 'डेमो दुकान में स्वागत है', 'Willkommen im Demoladen'],
  [
    'Member since last year: 2,400 points, store credit, a gift card and two saved cards.',
    'पिछले साल से सदस्य: 2,400 पॉइंट, दुकान का क्रेडिट, एक उपहार कार्ड और दो सहेजे हुए कार्ड।',
    'Mitglied seit letztem Jahr: 2.400 Punkte, Guthaben, eine Geschenkkarte und zwei gespeicherte Karten.',
  ],
  [
    'New trade customer: trade prices on chairs, 80 points, nothing else yet.',
    'नए व्यापारी ग्राहक: कुर्सियों पर व्यापारी दाम, 80 पॉइंट, अभी और कुछ नहीं।',
    'Neuer Gewerbekunde: Gewerbepreise für Stühle, 80 Punkte, sonst noch nichts.',
  ],
];
