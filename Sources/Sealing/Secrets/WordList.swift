/// The words that suggested passphrases are made of: 2,048 short English words, chosen for this list.
///
/// Each has three to six lower-case letters and differs from every other within its first four. Words that sound like
/// another one, or are unpleasant, are left out. Each random word is worth 11 bits. Changing the list changes no
/// passphrase that exists.
enum WordList {
  /// The words, in alphabetical order.
  static let words: [Substring] = text.split(whereSeparator: \.isWhitespace)

  private static let text = """
    abbey able about above acacia accent acid acorn acre across act action actor acute add adder
    adjoin adjust admit adobe adult advice aerial afford after again agate agent agile agree
    ahead aim airy album alert algae alias alike alive alley allow almond aloe alone alpaca
    alpine also always amaze amber amend amount ample amulet amuse anchor angel angle animal
    anise ankle annual answer anthem antler anvil any anyone apex apiece appeal apple april
    apron aqua arcade arch arctic area arena argon argue arise arm armada army aroma around
    array arrive arrow art artful artist ascend ash ashore aside ask asleep aspect asset assist
    aster astute atlas atoll atom atrium attach attend attic audio august aurora author autumn
    avenue avoid awake award away awning axle azure baby bacon badge bagel baker ballad bamboo
    banana banjo bank banner barber bark barn baron barrel basil basket batch bath battle bay
    bazaar beacon beagle beak beam beard beaver become bed beetle begin behave behind belief
    belong belt beluga bench bend beret beside better bevel beyond bicep bidder bike bill binder
    bingo birch bird birth bison bistro black blade blame blank blaze blend bless blimp blink
    bliss block blond bloom blouse bluff blunt blurb blush boa boat bobbin bobcat body bog
    boggle boil bold bolt bone bonnet bonsai bonus book boost boot border borrow botany both
    bottle bounce bowl bowtie box brain branch brass brave breath breeze brew brick bridge brief
    bright brim bring brisk broad broker bronze broom broth brown brunch brush bubble bucket bud
    budget buffet bugle bulb bulge bulk bumper bun bundle bunk bunny burger burlap burrow bus
    bustle busy butler button buyer buzz cabin cable cactus caddy cadet cage calico calm camel
    camp canal candle cane canoe canvas canyon cape car carafe carbon card career cargo carol
    carpet cart carve cash castle casual catch cater cattle cause caviar cedar celery cellar
    census chain chalk champ change charm chase chat check cheese chef cherry chess chew chick
    chief child chime chin chip chirp chisel choice chop chorus chrome chunk cicada cinder
    cinema circle citrus city civil claim clam clan class claw clay clean clench clerk clever
    cliff climb clinic clip cloak clock cloth cloud clover clown club clue clump clutch coach
    coal coast cobalt cobble cobra code coffee cognac coin cold collar colony column comb come
    comfy comic common condor cook cool copper copy coral cosmic cost cotton couch cough count
    couple cousin cover cow cowboy coyote crab cradle craft crane crater crave crayon cream
    credit crest crew crib crisp croak crocus crop cross crouch crowd cruise crumb crunch crust
    cry cube cubic cuckoo cuddle cuff cup cupid curb cure curl curry curve custom cut cyan cycle
    cygnet cymbal dagger daily dairy daisy dance danger dapper daring dark dash data dawn day
    dazzle deacon deal dean debate debut decade decent deck decoy deduct deep defend define
    degree delay delta deluxe demand dental depart depth deputy derby detail detour device
    devote dial diary dice diesel diet differ digest digit dill dim dine dingo dinner diode
    direct dish ditto diva divide dizzy docile doctor dodge dog doll domain domino donate donkey
    donut doodle door dot double dove down dozen dragon drain drama drape draw dream dress drift
    drill drink drip drive drone drop drove drum dry dryer duck duet dugout duke dune during
    dusk dust duty duvet dwell dynamo each eager eagle ear early earth easel east easy ebony
    echo eclair edge edible edit effort egg egret either elbow elder elect eleven elf elixir elk
    elm else embark ember emblem emboss emerge emit empire empty enable enamel encore end endure
    energy engine enigma enjoy enlist enough ensure enter entire entry envoy epic epoch equal
    equip erase escape essay estate ethic euro even ever evolve exact exam excel excite exhale
    exist exit exotic expand expert export extend extra fable fabric facade face fact fade faith
    falcon fall family fan fancy far farm fast father faucet fawn feast fedora feline fellow
    felt fence fennel fern fetch few fiddle fidget field fierce fiesta fifth fig figure file
    film filter final finch finger fire firm first fish fit five fizz flag flame flap flash flat
    fleet flex flick flight flint flip float flock flood flora floss flow fluent fluff fluid
    flute fly foal foam focal focus fodder foil folk follow food foot force forest forget fork
    format forty fossil found fox foyer frame free fresh fridge friend frigid frill fringe frog
    frolic front frost froth frugal fruit fudge fuel full fun fungus funnel furrow fuse fusion
    futon future fuzzy gadget gain galaxy gallop game gamma gap garage garden garlic garnet
    garter gas gather gavel gazebo gear gecko gelato gem gender gentle get giant gift giggle
    ginger girder give glad glance glass glaze gleam glide glitch globe gloom glory glossy glove
    glow glue gnu goal goat gobble goblet goggle going golf gone gong good goose gopher gorge
    gourd gown grab grace grade grain grand grape grasp gravel green grid grill grin grip grit
    grocer groom grotto group grow guard guava guess guide guinea guitar gulf gull gum guppy
    gurgle gust gutter gym gypsum habit half halo halt hamlet hammer hand hang happy hard harp
    hasty have hawk hazel head heap heart heavy hedge hefty height helix hello helmet help hemp
    hen henna herald herb hermit hero hiccup hidden high hike hill hinge hint hippo hitch hive
    hobby hockey hold hollow homage home honest honor hoof hoop hope horn hose host hotel hound
    house hover how hub hug huge humble humid hummus hunger hurdle hurry hutch hybrid hyena ice
    icicle icing icon igloo ignite iguana image impact import inch indeed indigo indoor infant
    inform ingot ink inland inner input insect inside insure intact intend into invent invite
    iris iron island issue item ivory ivy jacket jade jaguar jam jazz jeans jeep jelly jersey
    jester jet jewel jiffy jigsaw jingle job jockey jog join joke jolly jovial joy judge juggle
    juice july jumbo jump june jungle junior just karate kayak keen keep kelp kennel kettle kick
    kidney kilt kimono kind king kiosk kite kitten kiwi knee knife knit knob knock koala label
    lace ladder ladle lagoon lake lamb lamp land lap large lark laser last latch late laugh
    launch laurel lava lawn layer lazy leaf learn leave ledge left leg legal legend legume lemon
    lend length lens lentil letter level lichen lick lid life lift light lilac lily limb lime
    limit line linger lion lip liquid list litmus little liver lizard llama load loaf lobby lobe
    local locust lodge loft logic logo long look loop lotion lotus loud lounge love low loyal
    lucky lumber lumpy lunar lunch lupin lush luxury lynx lyric macaw magic magnet magpie major
    make mallet mammal manage mango manner mantra manual many map maple marble march margin
    marine mark maroon marsh marvel mask master mat match matter maybe mayfly mayor meadow meal
    medium mellow melody melt member memory mentor menu merge merit merry metal meteor method
    metro middle mighty mild mile milk mimic mind mingle mint minus mirror misty mitten mix
    mobile mocha model moist molten moment monkey month mood moon moose more mortar mosaic moss
    most motel mother motion motor mound mouse mouth move much muffin mural murmur museum music
    must mutual myriad myself myth nail name napkin narrow nation nature near neat nebula neck
    nectar need neon nephew nerve neuron never newt next nibble nice nickel niece nimble nine
    ninja noble nobody noise nomad noodle nook noon normal north nose note notice novel now
    nozzle nudge nugget number nurse nut nutmeg nylon oak oasis oat object oblong oboe obtain
    occur ocean octave offer office offset often oil old olive omega omelet omit onion online
    only onward onyx opal open opera oppose optic oracle orange orbit orchid order organ orient
    osprey other otter outer outfit oven over owl oxide oxygen oyster ozone pack paddle page
    pagoda paint pajama palace pallet palm panda panel pansy pantry papaya paper parade parcel
    parent parrot part pass pasta patent path patio patrol paw pay peach peanut pearl pebble
    pecan pen pencil penny peony people pepper perch period perk permit person pesto pet petal
    petite phase phone photo phrase piano picnic pig pigeon piglet pillow pilot pink pipe pirate
    piston pitch pivot pixel pizza place planet plasma plate play plaza please pledge plenty
    pliers plot pluck plug plum plus pocket podium poet point poise poker polar polite polka
    pollen pomelo poncho pond pony poodle pool poppy porch port possum poster potato pouch pound
    powder power praise prawn prefer pretty price pride print prism prize probe prompt proof
    proud prove public puddle puffin pull pulp pulse puma pump punch pupil puppet purify purple
    purse push puzzle pylon python quail quarry queen query quest quick quilt quince quiver quiz
    quota rabbit rack radar radio raffle raft rail rally ramble ramp ranch random range rapid
    rare rather ratio rattle raven ravine razor reach ready reason rebate recipe record redeem
    reduce reef refine regal region rely remain remedy remind remote render renew renown rent
    repair repeat reply report rescue resist result retire return reveal review reward rhino
    rhyme rhythm ribbon rich riddle ride ridge rinse ripe ripple risk ritual river roam robe
    robin robot rock roof room roost rotate rough rover royal rubber ruby rudder ruffle rug
    rugby ruin ruler rumble runner rural rush sable sack saddle safe saga salad salmon salon
    salsa salt salute same sample sand sash satin saturn saucer sauna save scale scan scarf
    scenic school scone scoop score scout scrap screen script scroll scrub seal search season
    seat second secret sector sedan seed seek seesaw seldom select selfie senior sense sentry
    sequel serene series serve sesame settle seven shadow shaker shale shape share shawl shed
    sheep shelf shield shift shine ship shirt shock shop short shout shovel show shrimp shrub
    side sigh sign silent silk silo silver simmer simple since sing sink sister six size sizzle
    skate sketch ski skill skim skin skip skirt sky slab sled sleep slice slide slogan slope
    small smart smile smoke smooth snack snail snake snap snow snug soak soap soccer social sock
    soda sofa soft soil solar solid solve sonar song sonic soon sorbet sound south space spade
    spark speak speech spell spend spice spider spike spin spiral split sponge spoon sport spot
    spray spread spring sprout spruce spur squad squid stable stack staff stage stamp stand star
    state stay steam steep stem step stereo stick still stitch stock stone stool stop store
    stove strap stream strict strong study stuff stump stylus submit suburb subway sudden suede
    sugar suit sultan summer sunny super supply sure surf surge survey sushi swamp swift swim
    swing swirl switch swivel symbol syntax syrup system tabby table tactic taffy tailor take
    talent talk tall talon tango tank tape target tariff task tassel taste tavern taxi tea teach
    teapot tell tempo ten tenant tender tennis tenor tent term test text thank theme theory
    thing thorn thread thrive throw thrush thumb tiara ticket tidbit tidy tie tiger tight tile
    timber tin tinsel tiny tissue title toast today toffee tofu toggle token tomato tone tongue
    tonic tool tooth top topaz topic torch torso total touch tough tour toward towel town toy
    trace trade trail trap travel tray treat tree trek trend trial tribe trick trim trip trivia
    trophy trowel truck true trunk trust truth try tuba tube tulip tuna tundra tune tunnel
    turban turkey turnip turtle tutor tuxedo tweed twelve twenty twice twig twin twirl twist
    tycoon type ultra unbox uncle under unfold union unique unison unit unless unlike unlock
    unpack unroll unwind unzip upbeat update uphill uphold upkeep uplift upload upon upper
    upside uptown upward urban urgent use usual utopia vacuum valid valley value valve van vase
    vault velcro velvet verb verge verify verse vertex vessel vest viable video view viking
    villa vine violin visit visor vista vital vivid vocal vogue voice volley volume vortex vote
    vowel voyage waffle wagon waiter walk wall walnut walrus waltz want warm wash watch water
    waver wax wealth weasel weave web wedge weed well west wharf wheat whim whirl white wicker
    wide width wiggle wild win window wing wink winner winter wipe wire wisdom wise wish wolf
    woman wonder wool word work world worm worth wreath wren wrist yacht yak yam yard yarn yawn
    year yeast yellow yes yoga yogurt youth yummy zeal zebra zephyr zero zest zigzag zinc zip
    zipper zodiac zone zoom
    """
}
