"""Common English words of three to five letters, for crosswords that bring no words of their own."""

from typing import Final

WORDS: Final = """
ace act add age ago aid aim air ale all and ant any ape apt arc are arm art ash ask asp ate awe axe bad bag ban bar
bat bay bed bee beg bet bid big bin bit bow box boy bud bug bun bus but buy cab can cap car cat cow cry cub cup cut
dad dam day den dew did die dig dim dip doe dog dot dry due dye ear eat ebb eel egg ego elf elk elm end era eve ewe
eye fan far fat fed fee few fig fin fir fit fix fly foe fog for fox fun fur gap gas gel gem get gin gum gun guy gym
had ham has hat hay hen her hid him hip his hit hop hot how hug hut ice icy ill ink inn ion its ivy jam jar jaw jet
job jog joy jug keg key kid kin kit lad lag lap law lay lea led leg let lid lie lip lit log lot low mad man map mat
may men met mix mob mop mud mug nap net new nib nil nod nor not now nun nut oak oar oat odd off oil old one opt orb
ore our out owe owl own pad pan pat paw pay pea pen pet pie pig pin pit pod pot pub put rag ram ran rat raw ray red
rib rid rig rim rip rob rod rot row rub rug run rye sad sap sat saw say sea see set sew she shy sin sip sit six ski
sky sly sob son sow soy spa spy sun tab tag tan tap tar tax tea ten the tie tin tip toe ton too top toy try tub two
urn use van vat vet vow wag war was wax way web wet who why wig win wit won yak yes yet you zip zoo

able acid aged also arch area arid army atom aunt away axis baby back bake bald ball band bank bare bark barn base
bath bead beam bean bear beat beer bell belt bend best bird bite blow blue boat body bold bolt bond bone book boot
bore born both bowl brim bulb burn bush busy cage cake calf call calm came camp cape card care cart case cash cast
cave cell chat chin chip city clay clip club coal coat code coin cold comb come cook cool copy cord core corn cost
crab crew crop crow cube cure curl dare dark data date dawn deaf deal dear debt deck deed deep deer desk dial dice
diet dirt dish dive dock does done door dose down draw drip drop drum duck dull dune dusk dust duty each earn ease
east easy echo edge edit else even ever evil exam exit face fact fade fair fall fame farm fast fate fear feed feel
feet fell felt fern file fill film find fine fire firm fish five flag flat flow foam fold folk fond food foot fork
form fort four free frog from fuel full gain game gate gave gaze gear gift girl give glad glow glue goal goat gold
gone good grab gray grew grid grim grin grip grow gulf hair half hall halt hand hang hard harm hate have hawk head
heal heap hear heat held help herb herd here hero hide high hill hint hire hold hole home hook hope horn host hour
huge hung hunt hurt idea idle inch into iron isle item jazz join joke jump june just keen keep kept kick kind king
kiss kite knee knot know lace lack lady laid lake lamb lamp land lane last late lawn lead leaf lean leap left lend
lens less life lift like lime limp line lion list live load loan lock loft logo lone long look loop lord lose loss
lost loud love luck lung made mail main make male mall many mark mask mast mate maze meal mean meat meet melt menu
mild mile milk mill mind mine mint miss mist moan mode mole mood moon more moss most moth move much mule must myth
nail name near neat neck need nest news next nice nine node none noon nose note noun oath obey odds odor once only
onto open oral oven over pace pack page paid pail pain pair pale palm park part pass past path peak pear peel pest
pick pile pine pink pint pipe plan play plot plow plum plus poem poet pole pond pony pool poor pope pore port pose
post pour pray prey pull pump pure push race raft rage rail rain rake rare rate read real reed reef rely rent rest
rice rich ride ring rise risk road roam roar robe rock rode role roll roof room root rope rose ruin rule rush rust
safe sage said sail sale salt same sand save scar seal seam seat seed seek seem seen self sell send sent shed ship
shoe shop shot show shut sick side sign silk sing sink site size skin slam sled slim slip slow snap snow soap sofa
soft soil sold sole some song soon sore sort soul soup sour span spin spot star stay stem step stir stop such suit
sure swan swim tail take tale talk tall tame tank tape task team tear tell tend tent term test text than that them
then they thin this tide tidy tied tile time tiny tire toad toes told tone took tool torn tour town trap tray tree
trim trip true tube tune turn twin type ugly undo unit upon urge used user vain vase vast veil verb very vest view
vine vote wade wage wait wake walk wall want warm warn wash wave weak wear weed week well went were west what when
whip wide wife wild will wind wine wing wipe wire wise wish wolf wood wool word wore work worm worn wrap yard yarn
year yell zero zone

about above actor adapt adept adopt agent agree alarm album alert alike alive allow alone along aloud alter amaze
amber ample angel anger angle ankle apple apply april arena argue arise armor arrow aside asset atlas attic audio
avoid awake award aware bacon badge baker basic basin beach beard beast begin being below bench berry birth black
blade blame blank blast blaze blend blind block blood bloom board boast bonus boost brain brake brand brass brave
bread break brick bride brief bring broad brown brush build built bunch burst cabin cable camel candy canoe cargo
carry carve catch cause cease cedar chain chair chalk charm chart chase cheap check cheek cheer chess chest chief
child chill china choir chord cider civil claim class clean clear clerk cliff climb clock close cloth cloud clove
coach coast cocoa color comet coral couch could count court cover crack craft crane crash crate cream creek crest
crime crisp crowd crown cruel crush curve cycle daily dairy dance delay delta dense depth diary digit diner dirty
dizzy donor doubt dough dozen draft drain drama dream dress drift drill drink drive eager eagle early earth easel
eaten eight elbow elder elect elite empty enact enemy enjoy enter entry equal erase error essay event every exact
extra fable faith false fancy feast fence ferry fever fiber field fifth fifty fight final first flame flash fleet
flint float flock flood floor flour fluid focus force forge forth forty found frame fresh front frost fruit giant
given glass gleam globe glory glove grace grade grain grand grant grape graph grass grave great green greet grill
groan group grove grown guard guess guest guide habit happy haste hasty haven heart heavy hedge hello hinge hobby
honey honor horse hotel house human humor hurry ideal image index inner input irate irony islet issue ivory jewel
joint judge juice knife knock known label labor large laser later laugh layer learn lease least leave legal lemon
level lever light limit linen liver local lodge logic loose loser lower loyal lucky lunar lunch magic major maple
march match maybe mayor meant medal merit merry metal midst might minor model money month moral motor mount mouse
mouth movie music naive nasal nerve never night noble noise north novel nurse oasis ocean offer often olive onion
opera orbit order organ other otter ought ounce outer owner paint panel panic paper party paste patch pause peace
peach pearl pedal penny phase phone photo piano piece pilot pitch place plain plane plant plate plaza point polar
pound power press price pride prime print prize proof proud prune pulse pupil queen query quest quick quiet quilt
quite radar radio raise ranch range rapid raven reach react ready realm rebel refer reign relax relay remit renew
reply resin rider ridge right rigid risen rival river roast robin robot rocky roman roost rough round route royal
rural saint salad salon sauce scale scare scarf scene scent scope score scout seize sense serve seven shade shake
shape share sharp sheep sheet shelf shell shine shirt shock shore short shout shown siege sight silly since siren
skate skill skirt slate sleep slice slide slope small smart smell smile smoke snake solar solid solve sound south
space spare spark speak spear speed spend spice spine spoke spoon sport spray squad staff stage stain stair stake
stale stamp stand stare start state steak steal steam steel steep stern stick stiff still sting stock stone stool
store storm story stove straw strip study style sugar sunny super sweat sweep sweet swept swift swing sword table
taken taste teach teeth tempo tenor tense tenth thank theme there these thick thing think third thorn those three
threw throw thumb tidal tiger tight timer tired title toast today tooth topic torch total touch tough towel tower
trace track trade trail train trait trash treat trend trial tribe trick troop truck truly trunk trust truth tulip
twice twist ultra uncle under union unite until upper upset urban usage usual valid value vapor vault verse video
vigor visit vital vivid vocal voice wagon waist waste watch water weary wedge weigh wheat wheel where which while
white whole whose width woman world worry worth would wound woven wrist write wrong yacht yeast yield young youth
zebra
"""
